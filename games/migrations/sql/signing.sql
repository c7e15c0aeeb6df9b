-- The Ed25519 keys that sign receipts. Public halves are kept for ever, so that old receipts can be checked.

CREATE TABLE signing_key (
    kid         text        NOT NULL PRIMARY KEY,
    public      bytea       NOT NULL CHECK (octet_length(public) = 32),
    -- The private half, encrypted with a key that follows from SECRET_KEY. Null once the key is retired.
    sealed      bytea,
    valid_from  timestamptz NOT NULL,
    valid_until timestamptz CHECK (valid_until >= valid_from),
    CHECK ((sealed IS NULL) = (valid_until IS NOT NULL))
);

-- At most one key signs.
CREATE UNIQUE INDEX signing_key_current ON signing_key ((valid_until IS NULL)) WHERE valid_until IS NULL;
