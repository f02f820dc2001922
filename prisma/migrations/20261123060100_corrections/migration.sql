-- Corrections: what somebody says of runs in place of what was read of them.
--
-- A correction never edits what was read. It is a layer above it: what counts of a run is what was read with the
-- corrections in force on top, in the order in which they were made. So a run that is read again keeps its corrections,
-- and an undone one leaves exactly what would be there without it.
--
-- `runs` keeps what counts, so that every query finds it where it always was. What was read stands beside it.
ALTER TABLE "runs" ADD COLUMN "as_read" JSONB;
-- Names of the fields that a correction in force says. A campaign that was corrected comes before what is said of the
-- whole upload.
ALTER TABLE "runs" ADD COLUMN "corrected" TEXT[] NOT NULL DEFAULT '{}';
-- Nothing is corrected without a trace of what it was before.
ALTER TABLE "runs" ADD CONSTRAINT "runs_corrected_keeps_as_read"
  CHECK (("as_read" IS NULL) = (cardinality("corrected") = 0));

CREATE TABLE "corrections" (
  "id"          SERIAL PRIMARY KEY,
  -- Text, not an enumeration: a new kind needs no migration.
  "kind"        TEXT NOT NULL,
  -- Fields by name with their new values; null takes a value away.
  "changes"     JSONB NOT NULL,
  -- Set when it is about all runs of an upload, also those that a later reading finds.
  "upload_id"   INTEGER,
  "reason"      TEXT NOT NULL,
  "by"          TEXT NOT NULL,
  "at"          TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "undone_by"   TEXT,
  "undone_at"   TIMESTAMPTZ(3),
  CONSTRAINT "corrections_kind_is_name" CHECK ("kind" ~ '^[a-z][a-z_]*$'),
  CONSTRAINT "corrections_changes_something" CHECK (jsonb_typeof("changes") = 'object' AND "changes" <> '{}'),
  -- Without a reason nobody can judge later whether it was right.
  CONSTRAINT "corrections_reason_not_empty" CHECK (btrim("reason") <> ''),
  CONSTRAINT "corrections_by_not_empty" CHECK ("by" <> ''),
  CONSTRAINT "corrections_undone_by_somebody" CHECK (("undone_at" IS NULL) = ("undone_by" IS NULL)),
  CONSTRAINT "corrections_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
-- A run that a later reading finds takes over what was said of its whole upload; the history on the page of an upload.
CREATE INDEX "corrections_upload_id_idx" ON "corrections" ("upload_id");

CREATE TABLE "correction_runs" (
  "id"            SERIAL PRIMARY KEY,
  "correction_id" INTEGER NOT NULL,
  -- Null: the run is gone. When the same logs come again, it holds for them again.
  "run_id"        INTEGER,
  -- Of the run, see runs.identity.
  "identity"      TEXT NOT NULL,
  -- What counted of the run before and after, whole: its server, columns and workload by name.
  "before"        JSONB NOT NULL,
  "after"         JSONB NOT NULL,
  CONSTRAINT "correction_runs_correction_id_fkey" FOREIGN KEY ("correction_id") REFERENCES "corrections" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "correction_runs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
-- A correction is of a run once.
CREATE UNIQUE INDEX "correction_runs_correction_id_run_id_key" ON "correction_runs" ("correction_id", "run_id");
-- The corrections of a run: whenever it is stored, and on its page.
CREATE INDEX "correction_runs_run_id_idx" ON "correction_runs" ("run_id");
-- Corrections that wait for their run to come back.
CREATE INDEX "correction_runs_identity_idx" ON "correction_runs" ("identity") WHERE "run_id" IS NULL;
-- Permalinks look for later corrections of their heatmap.
CREATE INDEX "corrections_at_idx" ON "corrections" ("at");
