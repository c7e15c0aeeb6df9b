-- Orders that workers claim in turns: when each is due (again), and when its author was served.

ALTER TABLE judgement ADD COLUMN due_at timestamptz NOT NULL DEFAULT clock_timestamp();
ALTER TABLE imported_record ADD COLUMN due_at timestamptz NOT NULL DEFAULT clock_timestamp();

CREATE INDEX judgement_author ON judgement (author, began_at);
CREATE INDEX imported_record_served ON imported_record (author, began_at);
