-- What a verdict has to know of how a test was run, and of the machine it ran on.

-- Seconds that a test was to take, as its command line says: results of runs of another length are not compared. Those that
-- are stored say it in their command line already.
ALTER TABLE "results" ADD COLUMN "seconds" INTEGER;
ALTER TABLE "results" ADD CONSTRAINT "results_seconds_positive" CHECK ("seconds" > 0);
UPDATE "results" SET "seconds" = nullif((regexp_match("command", '.*--(?:time|max-time|duration)[= ](\d{1,9})(?:\s|$)'))[1], '0')::int
WHERE "command" ~ '--(?:time|max-time|duration)[= ]\d{1,9}(?:\s|$)';

-- Of a recording in interleaved rounds: { id, seconds, warmup, restartEvery }. The repeat of its results is the round.
ALTER TABLE "runs" ADD COLUMN "rounds" JSONB;
ALTER TABLE "runs" ADD CONSTRAINT "runs_rounds_is_object" CHECK (jsonb_typeof("rounds") = 'object');

-- The kind of machine that logs show: a host that withholds the CPU is that of a virtual machine. What uploads and people
-- say comes before it.
ALTER TABLE "server_readings" ADD COLUMN "kind_seen" TEXT;
ALTER TABLE "server_readings" ADD CONSTRAINT "server_readings_kind_seen" CHECK ("kind_seen" = 'virtual');
UPDATE "server_readings" SET "kind_seen" = 'virtual' FROM "runs"
WHERE "runs"."id" = "run_id" AND lower("runs"."facts" ->> 'hypervisor') NOT IN ('', 'none', 'no');
UPDATE "servers" SET "machine_kind" = 'virtual' WHERE "machine_kind" IS NULL AND EXISTS (
  SELECT FROM "runs" JOIN "server_readings" ON "run_id" = "runs"."id"
  WHERE "runs"."server_id" = "servers"."id" AND "kind_seen" IS NOT NULL);

-- Every upload that carried a run: it is of all of their campaigns. A run is stored once, with the first of them, so runs that
-- were sent again with the next release had no campaign in common with it.
CREATE TABLE "run_uploads" (
  "run_id"    INTEGER NOT NULL,
  "upload_id" INTEGER NOT NULL,
  -- As the files of this upload name it.
  "campaign"  TEXT,
  CONSTRAINT "run_uploads_pkey" PRIMARY KEY ("run_id", "upload_id"),
  CONSTRAINT "run_uploads_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "run_uploads_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "run_uploads_upload_id_idx" ON "run_uploads" ("upload_id");
INSERT INTO "run_uploads" SELECT "id", "upload_id", CASE WHEN 'campaign' = ANY ("corrected") THEN NULL ELSE "campaign" END FROM "runs";

-- A campaign is named for all runs that the upload carried, whichever upload they are stored with.
CREATE OR REPLACE FUNCTION "note_campaign"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO heatmap_evaluations (server_id, workload_id, stale_since)
  SELECT DISTINCT server_id, workload_id, now() FROM runs JOIN run_uploads ON run_id = runs.id
  WHERE run_uploads.upload_id = NEW.id ORDER BY server_id, workload_id
  ON CONFLICT (server_id, workload_id) DO UPDATE SET stale_since = excluded.stale_since;
  RETURN NULL;
END $$;

-- So does an upload that comes with a run that is stored already.
CREATE FUNCTION "note_carried"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO heatmap_evaluations (server_id, workload_id, stale_since)
  SELECT server_id, workload_id, now() FROM runs WHERE id = coalesce(NEW.run_id, OLD.run_id)
  ON CONFLICT (server_id, workload_id) DO UPDATE SET stale_since = excluded.stale_since;
  RETURN NULL;
END $$;
CREATE TRIGGER "run_uploads_changed" AFTER INSERT OR UPDATE OR DELETE ON "run_uploads" FOR EACH ROW
  EXECUTE FUNCTION note_carried();

-- Whether others use the machine decides how sure a change of its heatmaps can be.
CREATE FUNCTION "note_machine_kind"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE heatmap_evaluations SET stale_since = now() WHERE server_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "servers_kind_changed" AFTER UPDATE OF "machine_kind" ON "servers" FOR EACH ROW
  WHEN (OLD."machine_kind" IS DISTINCT FROM NEW."machine_kind")
  EXECUTE FUNCTION note_machine_kind();
