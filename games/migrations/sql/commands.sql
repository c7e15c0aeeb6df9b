-- The command that caused an event and those behind it, as everybody may know it; null where another event did.
ALTER TABLE event ADD COLUMN command text;
