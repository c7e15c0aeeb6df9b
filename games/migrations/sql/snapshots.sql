-- Games as they stood at every hundredth version, made when somebody looks back. Rows may be deleted at any time.
CREATE TABLE snapshot (
    shard   smallint NOT NULL,
    game    uuid     NOT NULL,
    version integer  NOT NULL CHECK (version > 0 AND version % 100 = 0),
    state   bytea    NOT NULL,
    clock   json     NOT NULL,
    PRIMARY KEY (shard, game, version)
);
