-- What belongs to a heatmap is keyed by it: "heatmap_id" leads the keys of runs, results, numbers, noise, series and records,
-- and foreign keys between them include it. What is unique over all heatmaps is in tables of its own. So a heatmap can be stored
-- anywhere as a whole, and rows of one lie side by side. Ids that grow with runs are 64 bit.
--
-- down.sql beside this file is the way back.

-- Heatmaps of whatever is stored: records and series may be all that is left of one.
INSERT INTO "heatmaps" ("server_id", "workload_id")
SELECT "server_id", "workload_id" FROM "runs"
UNION SELECT "server_id", "workload_id" FROM "regressions"
UNION SELECT "server_id", "workload_id" FROM "series"
ON CONFLICT ("server_id", "workload_id") DO NOTHING;
-- Rows of a heatmap name its server and workload too; they can't name others.
CREATE UNIQUE INDEX "heatmaps_id_server_id_workload_id_key" ON "heatmaps" ("id", "server_id", "workload_id");

-- ---------------------------------------------------------------------------------------------------------------
-- Ids that grow with runs.

ALTER TABLE "measurements" DROP CONSTRAINT "measurements_artifact_id_fkey";
ALTER TABLE "uploads" ALTER COLUMN "id" TYPE BIGINT;
ALTER TABLE "campaign_changes" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "upload_id" TYPE BIGINT;
ALTER TABLE "corrections" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "upload_id" TYPE BIGINT;
ALTER TABLE "merges" ALTER COLUMN "correction_id" TYPE BIGINT;
ALTER TABLE "webhook_deliveries" ALTER COLUMN "id" TYPE BIGINT;
-- What belongs to an upload is keyed by it. A link names the id alone.
ALTER TABLE "artifacts" DROP CONSTRAINT "artifacts_pkey";
ALTER TABLE "artifacts" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "upload_id" TYPE BIGINT,
  ADD CONSTRAINT "artifacts_pkey" PRIMARY KEY ("id", "upload_id");
DROP INDEX "diagnostics_upload_id_idx";
ALTER TABLE "diagnostics" DROP CONSTRAINT "diagnostics_pkey";
ALTER TABLE "diagnostics" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "upload_id" TYPE BIGINT,
  ADD CONSTRAINT "diagnostics_pkey" PRIMARY KEY ("upload_id", "id");
ALTER SEQUENCE "uploads_id_seq" AS BIGINT;
ALTER SEQUENCE "campaign_changes_id_seq" AS BIGINT;
ALTER SEQUENCE "corrections_id_seq" AS BIGINT;
ALTER SEQUENCE "correction_runs_id_seq" AS BIGINT;
ALTER SEQUENCE "webhook_deliveries_id_seq" AS BIGINT;
ALTER SEQUENCE "artifacts_id_seq" AS BIGINT;
ALTER SEQUENCE "diagnostics_id_seq" AS BIGINT;
ALTER SEQUENCE "results_id_seq" AS BIGINT;
ALTER SEQUENCE "noise_exclusions_id_seq" AS BIGINT;
ALTER SEQUENCE "regressions_id_seq" AS BIGINT;
ALTER SEQUENCE "regression_events_id_seq" AS BIGINT;
ALTER SEQUENCE "series_id_seq" AS BIGINT;

-- ---------------------------------------------------------------------------------------------------------------
-- What is unique over all heatmaps.

-- Where a run is: its address names it alone, and a correction may give it another heatmap.
CREATE TABLE "run_places" (
  "run_id"     BIGSERIAL,
  "heatmap_id" BIGINT NOT NULL,
  "upload_id"  BIGINT NOT NULL,
  -- sha256 over the logs of the run: the same files in another tarball never make a second run.
  "identity"   TEXT NOT NULL,
  CONSTRAINT "run_places_identity_is_sha256" CHECK ("identity" ~ '^[0-9a-f]{64}$')
);
INSERT INTO "run_places" ("run_id", "heatmap_id", "upload_id", "identity")
SELECT "runs"."id", "heatmaps"."id", "upload_id", "identity" FROM "runs" JOIN "heatmaps" USING ("server_id", "workload_id");
SELECT setval('run_places_run_id_seq', "last_value", "is_called") FROM "runs_id_seq";
ALTER TABLE "run_places" ADD CONSTRAINT "run_places_pkey" PRIMARY KEY ("run_id");
CREATE UNIQUE INDEX "run_places_identity_key" ON "run_places" ("identity");
CREATE INDEX "run_places_heatmap_id_idx" ON "run_places" ("heatmap_id");
-- Reading an upload again finds the runs it brought.
CREATE INDEX "run_places_upload_id_idx" ON "run_places" ("upload_id");

-- A log is counted once, also when a later tarball holds more of the same run.
CREATE TABLE "log_identities" (
  "run_id"  BIGINT NOT NULL,
  "test_id" INTEGER NOT NULL,
  -- With run and test, the result that was read from it.
  "repeat"  INTEGER NOT NULL,
  -- Of the log, or of the part of it, that a result was read from.
  "sha256"  TEXT COLLATE "C" NOT NULL,
  CONSTRAINT "log_identities_sha256_is_sha256" CHECK ("sha256" ~ '^[0-9a-f]{64}$')
);
INSERT INTO "log_identities" ("run_id", "test_id", "repeat", "sha256")
SELECT "run_id", "test_id", "repeat", "log_sha256" FROM "results" WHERE "log_sha256" IS NOT NULL ORDER BY "run_id", "test_id";
ALTER TABLE "log_identities" ADD CONSTRAINT "log_identities_pkey" PRIMARY KEY ("sha256", "test_id");
CREATE INDEX "log_identities_run_id_idx" ON "log_identities" ("run_id");

-- Where a record is: a slug is for ever, and its address names it alone.
CREATE TABLE "record_places" (
  "slug"       TEXT NOT NULL,
  "heatmap_id" BIGINT NOT NULL
);
INSERT INTO "record_places" ("slug", "heatmap_id")
SELECT "slug", "heatmaps"."id" FROM "regressions" JOIN "heatmaps" USING ("server_id", "workload_id");
ALTER TABLE "record_places" ADD CONSTRAINT "record_places_pkey" PRIMARY KEY ("slug");
CREATE UNIQUE INDEX "record_places_heatmap_id_slug_key" ON "record_places" ("heatmap_id", "slug");

-- ---------------------------------------------------------------------------------------------------------------
-- Results and numbers are written anew, by heatmap and run: the rows of a view lie side by side.

ALTER TABLE "measurements" DROP CONSTRAINT "measurements_pkey", DROP CONSTRAINT "measurements_result_id_fkey";
DROP INDEX "measurements_artifact_id_idx";
ALTER TABLE "measurements" RENAME TO "measurements_before";
CREATE TABLE "measurements" (
  "heatmap_id"  BIGINT NOT NULL,
  "result_id"   BIGINT NOT NULL,
  "value"       DOUBLE PRECISION NOT NULL,
  -- Of the upload of its run, which is deleted with both. No foreign key: files are keyed by upload.
  "artifact_id" BIGINT,
  "line"        INTEGER,
  "line_end"    INTEGER,
  "source"      "measurement_source" NOT NULL,
  -- Byte order, because ids are compared, never shown in order: the locale would make each comparison dearer.
  "metric"      TEXT COLLATE "C" NOT NULL,
  "unit"        TEXT NOT NULL,
  "formula"     TEXT,
  "doubt"       JSONB
);
INSERT INTO "measurements" ("heatmap_id", "result_id", "value", "artifact_id", "line", "line_end", "source", "metric", "unit", "formula", "doubt")
SELECT "run_places"."heatmap_id", "result_id", "value", "artifact_id", "line", "line_end", "source", "metric", "measurements_before"."unit", "formula", "doubt"
FROM "measurements_before" JOIN "results" ON "results"."id" = "result_id" JOIN "run_places" USING ("run_id")
ORDER BY 1, 2;
DROP TABLE "measurements_before";
ALTER TABLE "measurements"
  -- One value per metric and source; and the third step of the compare query: the numbers of one result.
  ADD CONSTRAINT "measurements_pkey" PRIMARY KEY ("heatmap_id", "result_id", "metric", "source"),
  ADD CONSTRAINT "measurements_metric_is_an_id" CHECK ("metric" ~ '^([a-z][a-z0-9_]*|open:(higher|lower|none):[^:]*:.+)$'),
  -- NaN is greater than every number in PostgreSQL, so it fails here together with Infinity.
  ADD CONSTRAINT "measurements_value_finite" CHECK ("value" > '-Infinity' AND "value" < 'Infinity'),
  ADD CONSTRAINT "measurements_throughput_not_negative" CHECK ("metric" <> 'throughput' OR "value" >= 0),
  ADD CONSTRAINT "measurements_computed_names_formula" CHECK (("source" = 'computed') = ("formula" IS NOT NULL)),
  ADD CONSTRAINT "measurements_lines_are_of_a_file" CHECK (("artifact_id" IS NULL) = ("line" IS NULL) AND ("line" IS NULL) = ("line_end" IS NULL)),
  ADD CONSTRAINT "measurements_lines_in_order" CHECK ("line" >= 1 AND "line_end" >= "line");

ALTER SEQUENCE "results_id_seq" OWNED BY NONE;
ALTER TABLE "results" DROP CONSTRAINT "results_pkey", DROP CONSTRAINT "results_run_id_fkey", DROP CONSTRAINT "results_test_id_fkey";
DROP INDEX "results_run_id_test_id_repeat_key";
DROP INDEX "results_log_sha256_test_id_key";
ALTER TABLE "results" RENAME TO "results_before";
CREATE TABLE "results" (
  "heatmap_id" BIGINT NOT NULL,
  "id"         BIGINT NOT NULL DEFAULT nextval('results_id_seq'),
  "run_id"     BIGINT NOT NULL,
  "test_id"    INTEGER NOT NULL,
  "repeat"     INTEGER NOT NULL,
  "clients"    INTEGER,
  -- That the test was to take, as its command line says.
  "seconds"    INTEGER,
  "status"     "result_status" NOT NULL,
  "unit"       TEXT NOT NULL,
  "command"    TEXT,
  "tool"       TEXT,
  "device"     TEXT
);
ALTER SEQUENCE "results_id_seq" OWNED BY "results"."id";
INSERT INTO "results" ("heatmap_id", "id", "run_id", "test_id", "repeat", "clients", "seconds", "status", "unit", "command", "tool", "device")
SELECT "run_places"."heatmap_id", "id", "run_id", "test_id", "repeat", "clients", "seconds", "status", "unit", "command", "tool", "device"
FROM "results_before" JOIN "run_places" USING ("run_id") ORDER BY 1, 3, 2;
DROP TABLE "results_before";
ALTER TABLE "results"
  -- The id first: of two indexes that begin with the heatmap, the planner may take the one that does not know the run, and
  -- read all results of a heatmap for each of its runs.
  ADD CONSTRAINT "results_pkey" PRIMARY KEY ("id", "heatmap_id"),
  ADD CONSTRAINT "results_repeat_from_one" CHECK ("repeat" >= 1),
  ADD CONSTRAINT "results_clients_positive" CHECK ("clients" > 0),
  ADD CONSTRAINT "results_seconds_positive" CHECK ("seconds" > 0),
  ADD CONSTRAINT "results_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- A repeat is one result. Second step of the compare query: the results of one run.
CREATE UNIQUE INDEX "results_heatmap_id_run_id_test_id_repeat_key" ON "results" ("heatmap_id", "run_id", "test_id", "repeat");
ALTER TABLE "log_identities" ADD CONSTRAINT "log_identities_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------------------------
-- Runs, and what is said of them.

ALTER TABLE "server_readings" DROP CONSTRAINT "server_readings_run_id_fkey", DROP CONSTRAINT "server_readings_pkey";
ALTER TABLE "run_uploads" DROP CONSTRAINT "run_uploads_run_id_fkey", DROP CONSTRAINT "run_uploads_pkey";
ALTER TABLE "noise_exclusions" DROP CONSTRAINT "noise_exclusions_run_id_fkey", DROP CONSTRAINT "noise_exclusions_other_id_fkey",
  DROP CONSTRAINT "noise_exclusions_pkey";
DROP INDEX "noise_exclusions_in_force_key";
DROP INDEX "noise_exclusions_run_id_idx";
DROP INDEX "noise_exclusions_other_id_idx";
ALTER TABLE "correction_runs" DROP CONSTRAINT "correction_runs_run_id_fkey";
ALTER TABLE "runs" DROP CONSTRAINT "runs_pkey";
DROP INDEX "runs_identity_key";
DROP INDEX "runs_server_id_workload_id_variant_id_idx";

ALTER TABLE "runs" DROP COLUMN "identity", ALTER COLUMN "id" DROP DEFAULT, ALTER COLUMN "id" TYPE BIGINT,
  ALTER COLUMN "upload_id" TYPE BIGINT, ADD COLUMN "heatmap_id" BIGINT;
DROP SEQUENCE "runs_id_seq";
UPDATE "runs" SET "heatmap_id" = "run_places"."heatmap_id" FROM "run_places" WHERE "run_id" = "runs"."id";
-- The id first: a run whose place is deleted goes with it.
ALTER TABLE "runs" ALTER COLUMN "heatmap_id" SET NOT NULL, ADD CONSTRAINT "runs_pkey" PRIMARY KEY ("id", "heatmap_id");
-- Where the compare query starts: exactly the runs of its heatmap, whatever else is in the database.
CREATE INDEX "runs_heatmap_id_variant_id_idx" ON "runs" ("heatmap_id", "variant_id");

ALTER TABLE "server_readings" ALTER COLUMN "run_id" TYPE BIGINT, ADD COLUMN "heatmap_id" BIGINT;
UPDATE "server_readings" SET "heatmap_id" = "run_places"."heatmap_id" FROM "run_places" WHERE "run_places"."run_id" = "server_readings"."run_id";
ALTER TABLE "server_readings" ALTER COLUMN "heatmap_id" SET NOT NULL,
  ADD CONSTRAINT "server_readings_pkey" PRIMARY KEY ("heatmap_id", "run_id");

ALTER TABLE "run_uploads" ALTER COLUMN "run_id" TYPE BIGINT, ALTER COLUMN "upload_id" TYPE BIGINT, ADD COLUMN "heatmap_id" BIGINT;
UPDATE "run_uploads" SET "heatmap_id" = "run_places"."heatmap_id" FROM "run_places" WHERE "run_places"."run_id" = "run_uploads"."run_id";
ALTER TABLE "run_uploads" ALTER COLUMN "heatmap_id" SET NOT NULL,
  ADD CONSTRAINT "run_uploads_pkey" PRIMARY KEY ("heatmap_id", "run_id", "upload_id");

ALTER TABLE "noise_exclusions" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "run_id" TYPE BIGINT, ALTER COLUMN "other_id" TYPE BIGINT,
  ADD COLUMN "heatmap_id" BIGINT;
UPDATE "noise_exclusions" SET "heatmap_id" = "run_places"."heatmap_id" FROM "run_places" WHERE "run_places"."run_id" = "noise_exclusions"."run_id";
ALTER TABLE "noise_exclusions" ALTER COLUMN "heatmap_id" SET NOT NULL,
  ADD CONSTRAINT "noise_exclusions_pkey" PRIMARY KEY ("heatmap_id", "id");
-- What is excluded is excluded once; what was taken back stays in the list.
CREATE UNIQUE INDEX "noise_exclusions_in_force_key" ON "noise_exclusions" ("heatmap_id", "run_id", "other_id") NULLS NOT DISTINCT
  WHERE "removed_at" IS NULL;
-- Deleting a run, and the exclusions of the runs of a heatmap. The other run of a pair may count in another heatmap since:
-- who deletes it deletes the pair.
CREATE INDEX "noise_exclusions_run_id_idx" ON "noise_exclusions" ("heatmap_id", "run_id");
CREATE INDEX "noise_exclusions_other_id_idx" ON "noise_exclusions" ("other_id") WHERE "other_id" IS NOT NULL;

ALTER TABLE "correction_runs" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "correction_id" TYPE BIGINT, ALTER COLUMN "run_id" TYPE BIGINT;

-- ---------------------------------------------------------------------------------------------------------------
-- Records and series.

ALTER TABLE "regression_events" DROP CONSTRAINT "regression_events_regression_id_fkey", DROP CONSTRAINT "regression_events_pkey";
DROP INDEX "regression_events_regression_id_id_idx";
ALTER TABLE "regressions" DROP CONSTRAINT "regressions_merged_into_id_fkey", DROP CONSTRAINT "regressions_split_from_id_fkey",
  DROP CONSTRAINT "regressions_pkey";
DROP INDEX "regressions_slug_key";
DROP INDEX "regressions_fingerprint_alive_key";
DROP INDEX "regressions_server_id_workload_id_idx";
ALTER TABLE "regression_events" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "regression_id" TYPE BIGINT, ADD COLUMN "heatmap_id" BIGINT;
UPDATE "regression_events" SET "heatmap_id" = "heatmaps"."id" FROM "regressions" JOIN "heatmaps" USING ("server_id", "workload_id")
WHERE "regressions"."id" = "regression_id";
ALTER TABLE "regressions" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "merged_into_id" TYPE BIGINT, ALTER COLUMN "split_from_id" TYPE BIGINT,
  ADD COLUMN "heatmap_id" BIGINT;
UPDATE "regressions" SET "heatmap_id" = "record_places"."heatmap_id" FROM "record_places" WHERE "record_places"."slug" = "regressions"."slug";
ALTER TABLE "regressions" ALTER COLUMN "heatmap_id" SET NOT NULL, ADD CONSTRAINT "regressions_pkey" PRIMARY KEY ("heatmap_id", "id");
CREATE UNIQUE INDEX "regressions_heatmap_id_slug_key" ON "regressions" ("heatmap_id", "slug");
-- One row for one change, not one alarm for each later version: of (server, workload, test, product, line, kind, first
-- bad version) at most one is alive.
CREATE UNIQUE INDEX "regressions_fingerprint_alive_key" ON "regressions" ("heatmap_id", "fingerprint") WHERE "withdrawn_at" IS NULL;
ALTER TABLE "regression_events" ALTER COLUMN "heatmap_id" SET NOT NULL,
  ADD CONSTRAINT "regression_events_pkey" PRIMARY KEY ("heatmap_id", "id");
-- The history of a record, the newest first.
CREATE INDEX "regression_events_regression_id_id_idx" ON "regression_events" ("heatmap_id", "regression_id", "id");

ALTER TABLE "series" DROP CONSTRAINT "series_pkey";
DROP INDEX "series_identity_key";
ALTER TABLE "series" ALTER COLUMN "id" TYPE BIGINT, ADD COLUMN "heatmap_id" BIGINT;
UPDATE "series" SET "heatmap_id" = "heatmaps"."id" FROM "heatmaps"
WHERE "heatmaps"."server_id" = "series"."server_id" AND "heatmaps"."workload_id" = "series"."workload_id";
ALTER TABLE "series" ALTER COLUMN "heatmap_id" SET NOT NULL, ADD CONSTRAINT "series_pkey" PRIMARY KEY ("heatmap_id", "id");
CREATE UNIQUE INDEX "series_identity_key"
  ON "series" ("heatmap_id", "test_id", "product_id", "version_id", "branch", "flavour", "config_id") NULLS NOT DISTINCT;

-- ---------------------------------------------------------------------------------------------------------------
-- Foreign keys. None of a pair is updated: a run that counts elsewhere is written there and deleted here.

ALTER TABLE "run_places"
  ADD CONSTRAINT "run_places_heatmap_id_fkey" FOREIGN KEY ("heatmap_id") REFERENCES "heatmaps" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION,
  ADD CONSTRAINT "run_places_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "log_identities"
  ADD CONSTRAINT "log_identities_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run_places" ("run_id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "correction_runs"
  ADD CONSTRAINT "correction_runs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run_places" ("run_id") ON DELETE SET NULL ON UPDATE NO ACTION;
ALTER TABLE "runs"
  ADD CONSTRAINT "runs_id_fkey" FOREIGN KEY ("id") REFERENCES "run_places" ("run_id") ON DELETE CASCADE ON UPDATE NO ACTION,
  ADD CONSTRAINT "runs_heatmap_id_fkey" FOREIGN KEY ("heatmap_id", "server_id", "workload_id")
    REFERENCES "heatmaps" ("id", "server_id", "workload_id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "results"
  ADD CONSTRAINT "results_run_id_fkey" FOREIGN KEY ("heatmap_id", "run_id") REFERENCES "runs" ("heatmap_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "measurements"
  ADD CONSTRAINT "measurements_result_id_fkey" FOREIGN KEY ("heatmap_id", "result_id") REFERENCES "results" ("heatmap_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "server_readings"
  ADD CONSTRAINT "server_readings_run_id_fkey" FOREIGN KEY ("heatmap_id", "run_id") REFERENCES "runs" ("heatmap_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "run_uploads"
  ADD CONSTRAINT "run_uploads_run_id_fkey" FOREIGN KEY ("heatmap_id", "run_id") REFERENCES "runs" ("heatmap_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "noise_exclusions"
  ADD CONSTRAINT "noise_exclusions_run_id_fkey" FOREIGN KEY ("heatmap_id", "run_id") REFERENCES "runs" ("heatmap_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "record_places"
  ADD CONSTRAINT "record_places_heatmap_id_fkey" FOREIGN KEY ("heatmap_id") REFERENCES "heatmaps" ("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "regressions"
  ADD CONSTRAINT "regressions_slug_fkey" FOREIGN KEY ("heatmap_id", "slug") REFERENCES "record_places" ("heatmap_id", "slug") ON DELETE CASCADE ON UPDATE NO ACTION,
  ADD CONSTRAINT "regressions_heatmap_id_fkey" FOREIGN KEY ("heatmap_id", "server_id", "workload_id")
    REFERENCES "heatmaps" ("id", "server_id", "workload_id") ON DELETE CASCADE ON UPDATE NO ACTION,
  -- Records that were merged or split are of one test, and deleted with it.
  ADD CONSTRAINT "regressions_merged_into_id_fkey" FOREIGN KEY ("heatmap_id", "merged_into_id") REFERENCES "regressions" ("heatmap_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION,
  ADD CONSTRAINT "regressions_split_from_id_fkey" FOREIGN KEY ("heatmap_id", "split_from_id") REFERENCES "regressions" ("heatmap_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "regression_events"
  ADD CONSTRAINT "regression_events_regression_id_fkey" FOREIGN KEY ("heatmap_id", "regression_id") REFERENCES "regressions" ("heatmap_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "series"
  ADD CONSTRAINT "series_heatmap_id_fkey" FOREIGN KEY ("heatmap_id", "server_id", "workload_id")
    REFERENCES "heatmaps" ("id", "server_id", "workload_id") ON DELETE CASCADE ON UPDATE NO ACTION;
