-- The foundation: what is measured, where it was measured, and every number with the line it was read from.
--
-- Three rules stand behind the constraints below.
--   1. What identifies a thing is a unique key, so that importing twice cannot store it twice. Keys with optional
--      parts are NULLS NOT DISTINCT: two workloads that both "do not say" are one workload.
--   2. A missing value is NULL or an absent row, never 0, '' or NaN.
--   3. A number is either computed (and names its formula) or reported (and has none), and if it came from a log
--      it names the lines.

CREATE TYPE "origin" AS ENUM ('recorded', 'published', 'uploaded');
CREATE TYPE "upload_state" AS ENUM ('queued', 'reading', 'stored', 'failed');
CREATE TYPE "artifact_status" AS ENUM ('parsed', 'kept', 'unknown');
CREATE TYPE "diagnostic_severity" AS ENUM ('info', 'warning');
CREATE TYPE "test_group" AS ENUM ('point', 'range', 'range-aggregate', 'write', 'other');
CREATE TYPE "result_status" AS ENUM ('ok', 'failed', 'sla_failed', 'warmup');
CREATE TYPE "measurement_source" AS ENUM ('reported', 'computed');

-- ---------------------------------------------------------------------------------------------------------------
-- Dimensions: a few rows each, shared by all runs. None of them can be deleted while a run points to it.

CREATE TABLE "servers" (
  "id"           SERIAL PRIMARY KEY,
  "slug"         TEXT NOT NULL,
  "name"         TEXT NOT NULL,
  "cores"        INTEGER,
  "cpu"          TEXT,
  "memory_bytes" BIGINT,
  "storage"      TEXT,
  "os"           TEXT,
  CONSTRAINT "servers_slug_is_url_safe" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]*$'),
  CONSTRAINT "servers_name_not_empty" CHECK ("name" <> ''),
  -- Unknown is NULL: a server of 0 cores would divide CPU per operation to nothing.
  CONSTRAINT "servers_cores_positive" CHECK ("cores" > 0),
  CONSTRAINT "servers_memory_positive" CHECK ("memory_bytes" > 0)
);
-- The slug is the name in lower case: `PN53` and `pn53` are one server. Serves every page's ?server=.
CREATE UNIQUE INDEX "servers_slug_key" ON "servers" ("slug");

CREATE TABLE "products" (
  "id"   SERIAL PRIMARY KEY,
  "name" TEXT NOT NULL,
  CONSTRAINT "products_name_not_empty" CHECK ("name" <> '')
);
CREATE UNIQUE INDEX "products_name_key" ON "products" ("name");

CREATE TABLE "versions" (
  "id"         SERIAL PRIMARY KEY,
  "product_id" INTEGER NOT NULL,
  "name"       TEXT NOT NULL,
  "known"      BOOLEAN NOT NULL,
  -- Byte order is release order (9.5.0 after 8.0.43). Without COLLATE "C" the order would depend on the locale of
  -- the database, and "~", which puts unknown versions last, would be ignored by most of them.
  "sort_key"   TEXT COLLATE "C" NOT NULL,
  CONSTRAINT "versions_name_not_empty" CHECK ("name" <> ''),
  CONSTRAINT "versions_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "versions_product_id_name_key" ON "versions" ("product_id", "name");
-- Target of the foreign key of variants, which makes "MySQL with a version of PostgreSQL" impossible.
CREATE UNIQUE INDEX "versions_product_id_id_key" ON "versions" ("product_id", "id");

CREATE TABLE "configs" (
  "id"         SERIAL PRIMARY KEY,
  "product_id" INTEGER NOT NULL,
  "name"       TEXT NOT NULL,
  "text"       TEXT,
  CONSTRAINT "configs_name_not_empty" CHECK ("name" <> ''),
  CONSTRAINT "configs_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Per product: `z12a_c8r32` of MySQL and of MariaDB are different files.
CREATE UNIQUE INDEX "configs_product_id_name_key" ON "configs" ("product_id", "name");
CREATE UNIQUE INDEX "configs_product_id_id_key" ON "configs" ("product_id", "id");

CREATE TABLE "variants" (
  "id"         SERIAL PRIMARY KEY,
  "slug"       TEXT NOT NULL,
  "product_id" INTEGER NOT NULL,
  "version_id" INTEGER NOT NULL,
  "config_id"  INTEGER,
  "flavour"    TEXT,
  CONSTRAINT "variants_slug_is_url_safe" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]*$'),
  CONSTRAINT "variants_flavour_not_empty" CHECK ("flavour" <> ''),
  CONSTRAINT "variants_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Version and config must belong to the product of the variant.
  CONSTRAINT "variants_product_id_version_id_fkey" FOREIGN KEY ("product_id", "version_id") REFERENCES "versions" ("product_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "variants_product_id_config_id_fkey" FOREIGN KEY ("product_id", "config_id") REFERENCES "configs" ("product_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Serves ?column= and names columns in links.
CREATE UNIQUE INDEX "variants_slug_key" ON "variants" ("slug");
-- One column of a heatmap is one variant, also when nobody named a flavour or a config.
CREATE UNIQUE INDEX "variants_product_id_version_id_flavour_config_id_key"
  ON "variants" ("product_id", "version_id", "flavour", "config_id") NULLS NOT DISTINCT;

CREATE TABLE "benchmarks" (
  "id"   TEXT PRIMARY KEY,
  "name" TEXT NOT NULL,
  CONSTRAINT "benchmarks_id_is_url_safe" CHECK ("id" ~ '^[a-z0-9][a-z0-9._-]*$')
);

CREATE TABLE "workloads" (
  "id"              SERIAL PRIMARY KEY,
  "slug"            TEXT NOT NULL,
  "benchmark_id"    TEXT NOT NULL,
  "tables"          INTEGER,
  "rows_per_table"  BIGINT,
  "clients"         INTEGER,
  "primary_key"     BOOLEAN,
  "cached"          BOOLEAN,
  "label"           TEXT,
  "published_title" TEXT,
  "published_base"  TEXT,
  CONSTRAINT "workloads_slug_is_url_safe" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]*$'),
  CONSTRAINT "workloads_tables_positive" CHECK ("tables" > 0),
  CONSTRAINT "workloads_rows_per_table_positive" CHECK ("rows_per_table" > 0),
  CONSTRAINT "workloads_clients_positive" CHECK ("clients" > 0),
  CONSTRAINT "workloads_label_not_empty" CHECK ("label" <> ''),
  -- Ratios without absolute values exist in published tables only. Their title and base are part of the key below,
  -- so that ratios to one base are never put beside ratios to another, or beside throughput.
  CONSTRAINT "workloads_base_has_title" CHECK ("published_base" IS NULL OR "published_title" IS NOT NULL),
  CONSTRAINT "workloads_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "workloads_slug_key" ON "workloads" ("slug");
-- All that must be equal for a fair comparison is the identity: runs that differ in any of it cannot meet in a table.
CREATE UNIQUE INDEX "workloads_identity_key" ON "workloads"
  ("benchmark_id", "tables", "rows_per_table", "clients", "primary_key", "cached", "label", "published_title", "published_base")
  NULLS NOT DISTINCT;

CREATE TABLE "tests" (
  "id"           SERIAL PRIMARY KEY,
  "benchmark_id" TEXT NOT NULL,
  "key"          TEXT NOT NULL,
  "name"         TEXT NOT NULL,
  "range"        INTEGER,
  "group"        "test_group" NOT NULL,
  "position"     INTEGER NOT NULL,
  "unit"         TEXT NOT NULL,
  "warmup"       BOOLEAN NOT NULL,
  "known"        BOOLEAN NOT NULL,
  CONSTRAINT "tests_name_not_empty" CHECK ("name" <> ''),
  CONSTRAINT "tests_range_positive" CHECK ("range" > 0),
  -- The key is in links and tables; it can never disagree with the name and range it stands for.
  CONSTRAINT "tests_key_is_name_and_range" CHECK ("key" = "name" || COALESCE('_range=' || "range"::TEXT, '')),
  CONSTRAINT "tests_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "tests_benchmark_id_key_key" ON "tests" ("benchmark_id", "key");

-- ---------------------------------------------------------------------------------------------------------------
-- Uploads: what came in, and what was said about it.

CREATE TABLE "uploads" (
  "id"                SERIAL PRIMARY KEY,
  "sha256"            TEXT NOT NULL,
  "filename"          TEXT NOT NULL,
  "size_bytes"        BIGINT NOT NULL,
  "origin"            "origin" NOT NULL,
  "state"             "upload_state" NOT NULL,
  "parser_version"    INTEGER,
  "server_name"       TEXT,
  "settings"          JSONB NOT NULL DEFAULT '{}',
  "run_count"         INTEGER NOT NULL DEFAULT 0,
  "result_count"      INTEGER NOT NULL DEFAULT 0,
  "measurement_count" INTEGER NOT NULL DEFAULT 0,
  "error_code"        TEXT,
  "error_message"     TEXT,
  "created_at"        TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "stored_at"         TIMESTAMPTZ(3),
  CONSTRAINT "uploads_sha256_is_sha256" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "uploads_size_not_negative" CHECK ("size_bytes" >= 0),
  CONSTRAINT "uploads_counts_not_negative" CHECK ("run_count" >= 0 AND "result_count" >= 0 AND "measurement_count" >= 0),
  -- A stored upload says when it was stored and by which parsers.
  CONSTRAINT "uploads_stored_is_complete" CHECK ("state" <> 'stored' OR ("stored_at" IS NOT NULL AND "parser_version" IS NOT NULL)),
  -- A failed upload says why, and nothing else does.
  CONSTRAINT "uploads_failed_has_reason" CHECK (("state" = 'failed') = ("error_code" IS NOT NULL) AND ("error_code" IS NULL) = ("error_message" IS NULL))
);
-- The same bytes again are the same upload.
CREATE UNIQUE INDEX "uploads_sha256_key" ON "uploads" ("sha256");

CREATE TABLE "artifacts" (
  "id"         SERIAL PRIMARY KEY,
  "upload_id"  INTEGER NOT NULL,
  "path"       TEXT NOT NULL,
  "sha256"     TEXT NOT NULL,
  "kind"       TEXT NOT NULL,
  "status"     "artifact_status" NOT NULL,
  "size_bytes" BIGINT NOT NULL,
  CONSTRAINT "artifacts_sha256_is_sha256" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "artifacts_size_not_negative" CHECK ("size_bytes" >= 0),
  CONSTRAINT "artifacts_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- A path is one file of its upload. Serves the list of files of an upload.
CREATE UNIQUE INDEX "artifacts_upload_id_path_key" ON "artifacts" ("upload_id", "path");

CREATE TABLE "diagnostics" (
  "id"        SERIAL PRIMARY KEY,
  "upload_id" INTEGER NOT NULL,
  "code"      TEXT NOT NULL,
  "severity"  "diagnostic_severity" NOT NULL,
  "file"      TEXT,
  "line"      INTEGER,
  "message"   TEXT NOT NULL,
  "excerpt"   TEXT,
  CONSTRAINT "diagnostics_code_is_a_code" CHECK ("code" ~ '^[A-Z][A-Z_]*$'),
  CONSTRAINT "diagnostics_line_in_file" CHECK ("line" IS NULL OR ("line" >= 1 AND "file" IS NOT NULL)),
  -- Reports quote a line, they do not copy the input.
  CONSTRAINT "diagnostics_excerpt_is_short" CHECK (length("excerpt") <= 80),
  CONSTRAINT "diagnostics_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- Serves the list of diagnostics of an upload.
CREATE INDEX "diagnostics_upload_id_idx" ON "diagnostics" ("upload_id");

-- ---------------------------------------------------------------------------------------------------------------
-- Facts: runs, their results, their numbers.

CREATE TABLE "runs" (
  "id"          SERIAL PRIMARY KEY,
  "server_id"   INTEGER NOT NULL,
  "workload_id" INTEGER NOT NULL,
  "variant_id"  INTEGER NOT NULL,
  "upload_id"   INTEGER NOT NULL,
  "identity"    TEXT NOT NULL,
  "label"       TEXT NOT NULL,
  "path"        TEXT NOT NULL,
  "started_at"  TIMESTAMPTZ(3),
  "at"          TIMESTAMPTZ(3) NOT NULL,
  "notes"       TEXT,
  CONSTRAINT "runs_identity_is_sha256" CHECK ("identity" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "runs_label_not_empty" CHECK ("label" <> ''),
  CONSTRAINT "runs_at_is_start_when_known" CHECK ("started_at" IS NULL OR "at" = "started_at"),
  CONSTRAINT "runs_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "runs_workload_id_fkey" FOREIGN KEY ("workload_id") REFERENCES "workloads" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "runs_variant_id_fkey" FOREIGN KEY ("variant_id") REFERENCES "variants" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "runs_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The same log files in another tarball never make a second run.
CREATE UNIQUE INDEX "runs_identity_key" ON "runs" ("identity");
-- Where the compare query starts: exactly the runs of its heatmap, whatever else is in the database.
CREATE INDEX "runs_server_id_workload_id_variant_id_idx" ON "runs" ("server_id", "workload_id", "variant_id");
-- Reading an upload again finds the runs it brought.
CREATE INDEX "runs_upload_id_idx" ON "runs" ("upload_id");
-- Serves "the latest runs", read backwards.
CREATE INDEX "runs_at_idx" ON "runs" ("at");

CREATE TABLE "results" (
  "id"         SERIAL PRIMARY KEY,
  "run_id"     INTEGER NOT NULL,
  "test_id"    INTEGER NOT NULL,
  "repeat"     INTEGER NOT NULL,
  "status"     "result_status" NOT NULL,
  "unit"       TEXT NOT NULL,
  "clients"    INTEGER,
  "command"    TEXT,
  "tool"       TEXT,
  "device"     TEXT,
  "log_sha256" TEXT,
  CONSTRAINT "results_repeat_from_one" CHECK ("repeat" >= 1),
  CONSTRAINT "results_clients_positive" CHECK ("clients" > 0),
  CONSTRAINT "results_log_is_sha256" CHECK ("log_sha256" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "results_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "results_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- A repeat is one result. Second step of the compare query: the results of one run.
CREATE UNIQUE INDEX "results_run_id_test_id_repeat_key" ON "results" ("run_id", "test_id", "repeat");
-- A log is counted once, also when a later tarball holds more of the same run. (NULLs are distinct here: results
-- without a log may be many.) Serves the search for runs that an upload shares logs with.
CREATE UNIQUE INDEX "results_log_sha256_test_id_key" ON "results" ("log_sha256", "test_id");

CREATE TABLE "measurements" (
  "result_id"   INTEGER NOT NULL,
  -- Byte order, because ids are compared, never shown in order: the locale would make each comparison dearer.
  "metric"      TEXT COLLATE "C" NOT NULL,
  "source"      "measurement_source" NOT NULL,
  "value"       DOUBLE PRECISION NOT NULL,
  "unit"        TEXT NOT NULL,
  "formula"     TEXT,
  "artifact_id" INTEGER,
  "line"        INTEGER,
  "line_end"    INTEGER,
  -- One value per metric and source; and the third step of the compare query: the numbers of one result.
  CONSTRAINT "measurements_pkey" PRIMARY KEY ("result_id", "metric", "source"),
  CONSTRAINT "measurements_metric_is_an_id" CHECK ("metric" ~ '^[a-z][a-z0-9_]*$'),
  -- NaN is greater than every number in PostgreSQL, so it fails here together with Infinity.
  CONSTRAINT "measurements_value_finite" CHECK ("value" > '-Infinity' AND "value" < 'Infinity'),
  CONSTRAINT "measurements_throughput_not_negative" CHECK ("metric" <> 'throughput' OR "value" >= 0),
  CONSTRAINT "measurements_computed_names_formula" CHECK (("source" = 'computed') = ("formula" IS NOT NULL)),
  CONSTRAINT "measurements_lines_are_of_a_file" CHECK (("artifact_id" IS NULL) = ("line" IS NULL) AND ("line" IS NULL) = ("line_end" IS NULL)),
  CONSTRAINT "measurements_lines_in_order" CHECK ("line" >= 1 AND "line_end" >= "line"),
  CONSTRAINT "measurements_result_id_fkey" FOREIGN KEY ("result_id") REFERENCES "results" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  -- An artifact that a stored number points to cannot go. Deferrable, because deleting a whole upload takes artifacts
  -- and results with it in an order that PostgreSQL chooses: SET CONSTRAINTS ... DEFERRED before such a DELETE.
  CONSTRAINT "measurements_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
    DEFERRABLE INITIALLY IMMEDIATE
);
