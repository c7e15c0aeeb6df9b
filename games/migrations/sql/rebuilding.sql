-- What rebuilding and checking the read models needs.

ALTER TABLE checkpoint DROP CONSTRAINT checkpoint_status_check;
ALTER TABLE checkpoint ADD CONSTRAINT checkpoint_status_check
    CHECK (status IN ('building', 'running', 'paused', 'failed', 'retired'));

-- What a proof found: open until the same proof of the same place finds nothing.
CREATE TABLE drift_report (
    id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    what      text        NOT NULL,
    place     text        NOT NULL,
    lines     text[]      NOT NULL,
    found_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    closed_at timestamptz
);

CREATE UNIQUE INDEX drift_report_open ON drift_report (what, place) WHERE closed_at IS NULL;
CREATE INDEX drift_report_found ON drift_report (found_at);
