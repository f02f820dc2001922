-- The way back from this migration, for the version before it: all tables as they were, with their rows. Stop Basecase, make a
-- backup, then run it in one transaction:
--   psql --single-transaction --set ON_ERROR_STOP=1 --file down.sql "$DATABASE_URL"
-- It fails, and changes nothing, when an id is above 2^31 by now.

ALTER TABLE "regression_events" DROP CONSTRAINT "regression_events_regression_id_fkey", DROP CONSTRAINT "regression_events_pkey";
ALTER TABLE "regressions" DROP CONSTRAINT "regressions_slug_fkey", DROP CONSTRAINT "regressions_heatmap_id_fkey",
  DROP CONSTRAINT "regressions_merged_into_id_fkey", DROP CONSTRAINT "regressions_split_from_id_fkey", DROP CONSTRAINT "regressions_pkey";
ALTER TABLE "series" DROP CONSTRAINT "series_heatmap_id_fkey", DROP CONSTRAINT "series_pkey";
ALTER TABLE "noise_exclusions" DROP CONSTRAINT "noise_exclusions_run_id_fkey", DROP CONSTRAINT "noise_exclusions_pkey";
ALTER TABLE "run_uploads" DROP CONSTRAINT "run_uploads_run_id_fkey", DROP CONSTRAINT "run_uploads_pkey";
ALTER TABLE "server_readings" DROP CONSTRAINT "server_readings_run_id_fkey", DROP CONSTRAINT "server_readings_pkey";
ALTER TABLE "correction_runs" DROP CONSTRAINT "correction_runs_run_id_fkey";
ALTER TABLE "measurements" DROP CONSTRAINT "measurements_result_id_fkey", DROP CONSTRAINT "measurements_pkey";
ALTER TABLE "results" DROP CONSTRAINT "results_run_id_fkey", DROP CONSTRAINT "results_test_id_fkey", DROP CONSTRAINT "results_pkey";
ALTER TABLE "runs" DROP CONSTRAINT "runs_id_fkey", DROP CONSTRAINT "runs_heatmap_id_fkey", DROP CONSTRAINT "runs_pkey";

-- Indexes that lead with the heatmap go with it.
ALTER TABLE "series" DROP COLUMN "heatmap_id";
ALTER TABLE "regression_events" DROP COLUMN "heatmap_id";
ALTER TABLE "regressions" DROP COLUMN "heatmap_id";
ALTER TABLE "noise_exclusions" DROP COLUMN "heatmap_id";
ALTER TABLE "run_uploads" DROP COLUMN "heatmap_id";
ALTER TABLE "server_readings" DROP COLUMN "heatmap_id";
DROP INDEX "noise_exclusions_other_id_idx";

CREATE SEQUENCE "runs_id_seq" AS INTEGER OWNED BY "runs"."id";
SELECT setval('runs_id_seq', "last_value", "is_called") FROM "run_places_run_id_seq";
ALTER TABLE "runs" DROP COLUMN "heatmap_id", ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "upload_id" TYPE INTEGER, ADD COLUMN "identity" TEXT;
UPDATE "runs" SET "identity" = "run_places"."identity" FROM "run_places" WHERE "run_id" = "runs"."id";
ALTER TABLE "runs" ALTER COLUMN "id" SET DEFAULT nextval('runs_id_seq'), ALTER COLUMN "identity" SET NOT NULL,
  ADD CONSTRAINT "runs_identity_is_sha256" CHECK ("identity" ~ '^[0-9a-f]{64}$'), ADD CONSTRAINT "runs_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "runs_identity_key" ON "runs" ("identity");
CREATE INDEX "runs_server_id_workload_id_variant_id_idx" ON "runs" ("server_id", "workload_id", "variant_id");

DROP INDEX IF EXISTS "results_heatmap_id_run_id_test_id_repeat_key";
ALTER TABLE "results" DROP COLUMN "heatmap_id", ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "run_id" TYPE INTEGER, ADD COLUMN "log_sha256" TEXT;
UPDATE "results" SET "log_sha256" = "sha256" FROM "log_identities"
WHERE "log_identities"."run_id" = "results"."run_id" AND "log_identities"."test_id" = "results"."test_id"
  AND "log_identities"."repeat" = "results"."repeat";
ALTER TABLE "results" ADD CONSTRAINT "results_log_is_sha256" CHECK ("log_sha256" ~ '^[0-9a-f]{64}$'), ADD CONSTRAINT "results_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "results_run_id_test_id_repeat_key" ON "results" ("run_id", "test_id", "repeat");
CREATE UNIQUE INDEX "results_log_sha256_test_id_key" ON "results" ("log_sha256", "test_id");

ALTER TABLE "measurements" DROP COLUMN "heatmap_id", ALTER COLUMN "result_id" TYPE INTEGER, ALTER COLUMN "artifact_id" TYPE INTEGER;
ALTER TABLE "measurements" ADD CONSTRAINT "measurements_pkey" PRIMARY KEY ("result_id", "metric", "source");
CREATE INDEX "measurements_artifact_id_idx" ON "measurements" ("artifact_id");

ALTER TABLE "server_readings" ALTER COLUMN "run_id" TYPE INTEGER, ADD CONSTRAINT "server_readings_pkey" PRIMARY KEY ("run_id");
ALTER TABLE "run_uploads" ALTER COLUMN "run_id" TYPE INTEGER, ALTER COLUMN "upload_id" TYPE INTEGER,
  ADD CONSTRAINT "run_uploads_pkey" PRIMARY KEY ("run_id", "upload_id");
ALTER TABLE "noise_exclusions" ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "run_id" TYPE INTEGER, ALTER COLUMN "other_id" TYPE INTEGER,
  ADD CONSTRAINT "noise_exclusions_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "noise_exclusions_in_force_key" ON "noise_exclusions" ("run_id", "other_id") NULLS NOT DISTINCT WHERE "removed_at" IS NULL;
CREATE INDEX "noise_exclusions_run_id_idx" ON "noise_exclusions" ("run_id");
CREATE INDEX "noise_exclusions_other_id_idx" ON "noise_exclusions" ("other_id");
ALTER TABLE "correction_runs" ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "correction_id" TYPE INTEGER, ALTER COLUMN "run_id" TYPE INTEGER;
ALTER TABLE "corrections" ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "upload_id" TYPE INTEGER;
ALTER TABLE "merges" ALTER COLUMN "correction_id" TYPE INTEGER;

ALTER TABLE "regressions" ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "merged_into_id" TYPE INTEGER, ALTER COLUMN "split_from_id" TYPE INTEGER,
  ADD CONSTRAINT "regressions_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "regressions_slug_key" ON "regressions" ("slug");
CREATE UNIQUE INDEX "regressions_fingerprint_alive_key" ON "regressions" ("fingerprint") WHERE "withdrawn_at" IS NULL;
CREATE INDEX "regressions_server_id_workload_id_idx" ON "regressions" ("server_id", "workload_id");
ALTER TABLE "regression_events" ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "regression_id" TYPE INTEGER,
  ADD CONSTRAINT "regression_events_pkey" PRIMARY KEY ("id");
CREATE INDEX "regression_events_regression_id_id_idx" ON "regression_events" ("regression_id", "id");
ALTER TABLE "series" ALTER COLUMN "id" TYPE INTEGER, ADD CONSTRAINT "series_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "series_identity_key"
  ON "series" ("server_id", "workload_id", "test_id", "product_id", "version_id", "branch", "flavour", "config_id") NULLS NOT DISTINCT;

DROP TABLE "record_places";
DROP TABLE "log_identities";
DROP TABLE "run_places";
DROP INDEX "heatmaps_id_server_id_workload_id_key";

ALTER TABLE "artifacts" DROP CONSTRAINT "artifacts_pkey";
ALTER TABLE "artifacts" ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "upload_id" TYPE INTEGER, ADD CONSTRAINT "artifacts_pkey" PRIMARY KEY ("id");
ALTER TABLE "diagnostics" DROP CONSTRAINT "diagnostics_pkey";
ALTER TABLE "diagnostics" ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "upload_id" TYPE INTEGER, ADD CONSTRAINT "diagnostics_pkey" PRIMARY KEY ("id");
CREATE INDEX "diagnostics_upload_id_idx" ON "diagnostics" ("upload_id");
ALTER TABLE "campaign_changes" ALTER COLUMN "id" TYPE INTEGER, ALTER COLUMN "upload_id" TYPE INTEGER;
ALTER TABLE "webhook_deliveries" ALTER COLUMN "id" TYPE INTEGER;
ALTER TABLE "uploads" ALTER COLUMN "id" TYPE INTEGER;
ALTER SEQUENCE "uploads_id_seq" AS INTEGER;
ALTER SEQUENCE "campaign_changes_id_seq" AS INTEGER;
ALTER SEQUENCE "corrections_id_seq" AS INTEGER;
ALTER SEQUENCE "correction_runs_id_seq" AS INTEGER;
ALTER SEQUENCE "webhook_deliveries_id_seq" AS INTEGER;
ALTER SEQUENCE "artifacts_id_seq" AS INTEGER;
ALTER SEQUENCE "diagnostics_id_seq" AS INTEGER;
ALTER SEQUENCE "results_id_seq" AS INTEGER;
ALTER SEQUENCE "noise_exclusions_id_seq" AS INTEGER;
ALTER SEQUENCE "regressions_id_seq" AS INTEGER;
ALTER SEQUENCE "regression_events_id_seq" AS INTEGER;
ALTER SEQUENCE "series_id_seq" AS INTEGER;

ALTER TABLE "results"
  ADD CONSTRAINT "results_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "results_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "measurements"
  ADD CONSTRAINT "measurements_result_id_fkey" FOREIGN KEY ("result_id") REFERENCES "results" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "measurements_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
    DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE "server_readings"
  ADD CONSTRAINT "server_readings_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "run_uploads"
  ADD CONSTRAINT "run_uploads_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "noise_exclusions"
  ADD CONSTRAINT "noise_exclusions_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "noise_exclusions_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "correction_runs"
  ADD CONSTRAINT "correction_runs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "regressions"
  ADD CONSTRAINT "regressions_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "regressions" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "regressions_split_from_id_fkey" FOREIGN KEY ("split_from_id") REFERENCES "regressions" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "regression_events"
  ADD CONSTRAINT "regression_events_regression_id_fkey" FOREIGN KEY ("regression_id") REFERENCES "regressions" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261128020000_heatmap_id_leads';
