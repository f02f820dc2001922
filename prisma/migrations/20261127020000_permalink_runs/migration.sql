-- The runs behind a frozen view, as gzip: its numbers leave as they were, whatever is read again or deleted later.
-- Null: a permalink from before this, or one of more runs than are kept.
ALTER TABLE "permalinks" ADD COLUMN "runs" BYTEA;
