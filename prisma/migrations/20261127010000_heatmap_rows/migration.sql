-- One row for each heatmap: when it was judged, as before, what lists show of it, and its epoch. Lists read these rows
-- and no run, so their cost follows the number of heatmaps.
ALTER TABLE "heatmap_evaluations" RENAME TO "heatmaps";
ALTER TABLE "heatmaps" RENAME CONSTRAINT "heatmap_evaluations_server_id_fkey" TO "heatmaps_server_id_fkey";
ALTER TABLE "heatmaps" RENAME CONSTRAINT "heatmap_evaluations_workload_id_fkey" TO "heatmaps_workload_id_fkey";
ALTER INDEX "heatmap_evaluations_stale_since_idx" RENAME TO "heatmaps_stale_since_idx";
ALTER TABLE "heatmaps" DROP CONSTRAINT "heatmap_evaluations_pkey";
ALTER TABLE "heatmaps"
  ADD COLUMN "id"            BIGSERIAL,
  -- Which of all writes changed what is shown of it last; see "epochs".
  ADD COLUMN "epoch"         BIGINT NOT NULL DEFAULT 1,
  -- 0: it has no run any more, and no list shows it.
  ADD COLUMN "run_count"     INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "column_count"  INTEGER NOT NULL DEFAULT 0,
  -- Known releases of the line that has the most.
  ADD COLUMN "comparable"    INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "products"      TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "origins"       TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "latest_run_at" TIMESTAMPTZ(3),
  ADD COLUMN "variant_ids"   INTEGER[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "heatmaps_pkey" PRIMARY KEY ("id"),
  ADD CONSTRAINT "heatmaps_has_runs" CHECK (("run_count" > 0) = ("latest_run_at" IS NOT NULL));
CREATE UNIQUE INDEX "heatmaps_server_id_workload_id_key" ON "heatmaps" ("server_id", "workload_id");
-- What changed since an epoch that a process knows.
CREATE INDEX "heatmaps_epoch_idx" ON "heatmaps" ("epoch");

-- Which state of the database an answer follows from. Every transaction that changes something shown takes the next number,
-- last of all, and its row stays locked until the end: numbers become visible in their order. Jobs and uploads on their way
-- take none.
CREATE TABLE "epochs" (
  "id"     BOOLEAN NOT NULL DEFAULT true,
  "newest" BIGINT NOT NULL,
  -- The last write that is not of single heatmaps: facts of servers, names, merges, annotations.
  "shared" BIGINT NOT NULL,
  CONSTRAINT "epochs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "epochs_one_row" CHECK ("id")
);
INSERT INTO "epochs" ("newest", "shared") VALUES (1, 1);

-- What triggers noted is noted by one function that all writers go through (packages/db/src/epochs/changes.ts).
DROP TRIGGER "runs_inserted" ON "runs";
DROP TRIGGER "runs_updated_to" ON "runs";
DROP TRIGGER "runs_updated_from" ON "runs";
DROP TRIGGER "runs_deleted" ON "runs";
DROP TRIGGER "run_uploads_changed" ON "run_uploads";
DROP TRIGGER "uploads_campaign_changed" ON "uploads";
DROP TRIGGER "servers_kind_changed" ON "servers";
DROP FUNCTION "note_new_runs"();
DROP FUNCTION "note_old_runs"();
DROP FUNCTION "note_carried"();
DROP FUNCTION "note_campaign"();
DROP FUNCTION "note_machine_kind"();

-- What is stored already; the same as in packages/db/src/epochs/heatmap-rows.ts.
WITH counted AS (
  SELECT server_id, workload_id, variant_id, count(*)::int AS runs, max(at) AS latest,
    bool_or(origin = 'uploaded') AS uploaded, bool_or(origin = 'recorded') AS recorded,
    bool_or(origin = 'published') AS published
  FROM runs JOIN uploads ON uploads.id = runs.upload_id
  GROUP BY server_id, workload_id, variant_id
), lines AS (
  SELECT server_id, workload_id, products.name AS product, sum(runs)::int AS runs, count(*)::int AS columns,
    (count(*) FILTER (WHERE versions.known AND build_id IS NULL))::int AS known, max(latest) AS latest,
    bool_or(uploaded) AS uploaded, bool_or(recorded) AS recorded, bool_or(published) AS published
  FROM counted
  JOIN variants ON variants.id = variant_id
  JOIN versions ON versions.id = variants.version_id
  JOIN products ON products.id = variants.product_id
  GROUP BY server_id, workload_id, products.name, flavour, config_id
), sums AS (
  SELECT server_id, workload_id, sum(runs)::int AS runs, sum(columns)::int AS columns, max(known) AS comparable,
    array_agg(DISTINCT product ORDER BY product) AS products, max(latest) AS latest,
    array_remove(ARRAY[CASE WHEN bool_or(uploaded) THEN 'uploaded' END, CASE WHEN bool_or(recorded) THEN 'recorded' END,
      CASE WHEN bool_or(published) THEN 'published' END], NULL) AS origins,
    ARRAY(SELECT variant_id FROM counted
      WHERE counted.server_id = lines.server_id AND counted.workload_id = lines.workload_id
      ORDER BY variant_id) AS variant_ids
  FROM lines GROUP BY server_id, workload_id
)
INSERT INTO heatmaps (server_id, workload_id, run_count, column_count, comparable, products, origins, latest_run_at, variant_ids)
SELECT server_id, workload_id, runs, columns, comparable, products, origins, latest, variant_ids FROM sums
ON CONFLICT (server_id, workload_id) DO UPDATE SET run_count = excluded.run_count, column_count = excluded.column_count,
  comparable = excluded.comparable, products = excluded.products, origins = excluded.origins,
  latest_run_at = excluded.latest_run_at, variant_ids = excluded.variant_ids;
