-- Builds: what was made between two releases, every night or with every commit.
--
-- A build belongs to a version line ("19devel"), and is a variant of it of its own: a column like any other, so every page
-- of columns works on it. What makes hundreds of them a history is their order, and that is time, never the text of a hash.
CREATE TABLE "builds" (
  "id"             SERIAL PRIMARY KEY,
  "product_id"     INTEGER NOT NULL,
  "version_id"     INTEGER NOT NULL,
  "commit"         TEXT,
  "branch"         TEXT,
  "committed_at"   TIMESTAMPTZ(3),
  "number"         INTEGER,
  "url"            TEXT,
  "repository_url" TEXT,
  "commit_url"     TEXT,
  -- When it was committed; where nobody knows that, when it was measured first.
  "ordered_at"     TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "builds_is_named" CHECK ("commit" IS NOT NULL OR "number" IS NOT NULL OR "committed_at" IS NOT NULL),
  CONSTRAINT "builds_commit_is_hash" CHECK ("commit" ~ '^[0-9a-f]{7,64}$'),
  CONSTRAINT "builds_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "builds_product_id_version_id_fkey" FOREIGN KEY ("product_id", "version_id") REFERENCES "versions" ("product_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- A commit of a branch is one build; without a commit its number is, and without that its day.
CREATE UNIQUE INDEX "builds_commit_key" ON "builds" ("version_id", "branch", "commit")
  NULLS NOT DISTINCT WHERE "commit" IS NOT NULL;
CREATE UNIQUE INDEX "builds_number_key" ON "builds" ("version_id", "branch", "number")
  NULLS NOT DISTINCT WHERE "commit" IS NULL AND "number" IS NOT NULL;
CREATE UNIQUE INDEX "builds_day_key" ON "builds" ("version_id", "branch", "committed_at")
  NULLS NOT DISTINCT WHERE "commit" IS NULL AND "number" IS NULL;
-- Builds of a line, in their order.
CREATE INDEX "builds_version_id_ordered_at_idx" ON "builds" ("version_id", "ordered_at");

ALTER TABLE "variants" ADD COLUMN "build_id" INTEGER;
ALTER TABLE "variants" ADD CONSTRAINT "variants_build_id_fkey"
  FOREIGN KEY ("build_id") REFERENCES "builds" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
DROP INDEX "variants_product_id_version_id_flavour_config_id_key";
CREATE UNIQUE INDEX "variants_identity_key"
  ON "variants" ("product_id", "version_id", "flavour", "config_id", "build_id") NULLS NOT DISTINCT;
-- The nights of a line, from their builds.
CREATE INDEX "variants_build_id_idx" ON "variants" ("build_id") WHERE "build_id" IS NOT NULL;

-- What machine and compiler were at the time of a run: what changes between two nights marks their axis.
ALTER TABLE "runs" ADD COLUMN "facts" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "runs" ADD CONSTRAINT "runs_facts_is_object" CHECK (jsonb_typeof("facts") = 'object');

-- One test by one version line on one server: what the evaluation of its heatmap found. Pages of many series read these
-- rows and no result.
CREATE TABLE "series" (
  "id"          SERIAL PRIMARY KEY,
  "server_id"   INTEGER NOT NULL,
  "workload_id" INTEGER NOT NULL,
  "test_id"     INTEGER NOT NULL,
  "product_id"  INTEGER NOT NULL,
  "version_id"  INTEGER NOT NULL,
  "branch"      TEXT,
  "flavour"     TEXT,
  "config_id"   INTEGER,
  -- Variants of its nights in order: what the indexes in `verdict` count.
  "columns"     INTEGER[] NOT NULL,
  "verdict"     JSONB NOT NULL,
  -- Last release of the product on this server with the same build flavour and config: { version, column, value, runs }.
  "release"     JSONB,
  "newest_at"   TIMESTAMPTZ(3) NOT NULL,
  "evaluated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "series_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "series_workload_id_fkey" FOREIGN KEY ("workload_id") REFERENCES "workloads" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "series_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "series_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "series_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "versions" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "series_config_id_fkey" FOREIGN KEY ("config_id") REFERENCES "configs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "series_identity_key"
  ON "series" ("server_id", "workload_id", "test_id", "product_id", "version_id", "branch", "flavour", "config_id")
  NULLS NOT DISTINCT;

-- What somebody says happened: marks on the axis of time. Null leaves a condition out.
CREATE TABLE "annotations" (
  "id"         SERIAL PRIMARY KEY,
  "at"         TIMESTAMPTZ(3) NOT NULL,
  "label"      TEXT NOT NULL,
  "server_id"  INTEGER,
  "product_id" INTEGER,
  "by"         TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "removed_by" TEXT,
  "removed_at" TIMESTAMPTZ(3),
  CONSTRAINT "annotations_label_not_empty" CHECK (btrim("label") <> ''),
  CONSTRAINT "annotations_by_not_empty" CHECK ("by" <> ''),
  CONSTRAINT "annotations_removed_by_somebody" CHECK (("removed_at" IS NULL) = ("removed_by" IS NULL)),
  CONSTRAINT "annotations_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "annotations_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- Those in force of a server, in the order of the axis.
CREATE INDEX "annotations_server_id_at_idx" ON "annotations" ("server_id", "at") WHERE "removed_at" IS NULL;

-- Of a record of nights: its line, interval and doubts, see SeriesRecord; null for a record of releases.
ALTER TABLE "regressions" ADD COLUMN "series" JSONB;
