-- A server is described by three sources: what its uploads read, what people say, and what is computed. The columns of
-- "servers" hold what is in force, for all queries; these tables hold who it is from, so that what people say never
-- overwrites what was read, and what they take back leaves it as it was.

-- Machines that others use at the same time repeat worse than those of one's own.
ALTER TABLE "servers" ADD COLUMN "machine_kind" TEXT;
ALTER TABLE "servers" ADD CONSTRAINT "servers_machine_kind_known"
  CHECK ("machine_kind" IN ('dedicated', 'virtual', 'shared', 'unknown'));

-- What the upload of a run carried about the machine: its name there, and what its logs and basecase.json say. It stays
-- with the run, whichever server the run is counted for.
CREATE TABLE "server_readings" (
  "run_id"       INTEGER PRIMARY KEY,
  "name"         TEXT NOT NULL,
  -- Of the name: what tells whether two names are the same.
  "slug"         TEXT NOT NULL,
  "cores"        INTEGER,
  "cpu"          TEXT,
  "memory_bytes" BIGINT,
  "storage"      TEXT,
  "os"           TEXT,
  "kind"         TEXT,
  -- Of the class in the name of a config: counts only where nothing else says it.
  "cores_from_class"  BOOLEAN NOT NULL DEFAULT false,
  "memory_from_class" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "server_readings_cores_positive" CHECK ("cores" > 0),
  CONSTRAINT "server_readings_memory_positive" CHECK ("memory_bytes" > 0),
  CONSTRAINT "server_readings_kind_known" CHECK ("kind" IN ('dedicated', 'virtual', 'shared', 'unknown')),
  CONSTRAINT "server_readings_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Who said what about a server, and when. The newest row of a fact counts.
CREATE TABLE "server_fact_changes" (
  "id"        SERIAL PRIMARY KEY,
  "server_id" INTEGER NOT NULL,
  "fact"      TEXT NOT NULL,
  -- Null: taken back; what was read counts again.
  "value"     TEXT,
  -- What was in force until then.
  "before"    TEXT,
  "by"        TEXT NOT NULL,
  "at"        TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "server_fact_changes_fact_known"
    CHECK ("fact" IN ('cores', 'cpu', 'memoryBytes', 'storage', 'os', 'kind')),
  CONSTRAINT "server_fact_changes_value_not_empty" CHECK ("value" <> ''),
  CONSTRAINT "server_fact_changes_by_not_empty" CHECK ("by" <> ''),
  CONSTRAINT "server_fact_changes_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The newest row of each fact, and the history on the page of a server.
CREATE INDEX "server_fact_changes_server_id_idx" ON "server_fact_changes" ("server_id", "fact", "id");

-- Until now only the servers had facts: of those with runs they are what was read or sent with the runs, of those without
-- somebody typed them into the form of an upload.
INSERT INTO "server_readings" ("run_id", "name", "slug", "cores", "cpu", "memory_bytes", "storage", "os")
SELECT runs.id, name, slug, cores, cpu, memory_bytes, storage, os FROM "runs" JOIN "servers" ON servers.id = server_id;
INSERT INTO "server_fact_changes" ("server_id", "fact", "value", "by")
SELECT servers.id, facts.fact, facts.value, 'upload form'
FROM "servers", LATERAL (VALUES ('cores', cores::text), ('cpu', cpu), ('memoryBytes', memory_bytes::text),
  ('storage', storage), ('os', os)) AS facts ("fact", "value")
WHERE facts.value <> '' AND NOT EXISTS (SELECT FROM "runs" WHERE server_id = servers.id);
