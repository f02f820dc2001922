-- Merges: uploads call one machine by several names, and read one suite as several workloads. A merge is a correction of
-- all runs that carry the one, and of all that will; "corrections" has who made it, why, and whether it was undone, and
-- "correction_runs" where each run came from. This table has what leads where, for runs that come later, for addresses
-- that carry the old name, and for the list of a server's names.
CREATE TABLE "merges" (
  "correction_id"    INTEGER PRIMARY KEY,
  "server_id"        INTEGER,
  "into_server_id"   INTEGER,
  "workload_id"      INTEGER,
  "into_workload_id" INTEGER,
  -- Of a workload: null on all servers, else on this one only.
  "on_server_id"     INTEGER,
  -- False once its correction is undone; a trigger keeps it.
  "in_force"         BOOLEAN NOT NULL DEFAULT true,
  CONSTRAINT "merges_of_servers_or_workloads" CHECK (
    ("server_id" IS NOT NULL AND "into_server_id" IS NOT NULL AND "workload_id" IS NULL AND "into_workload_id" IS NULL
      AND "on_server_id" IS NULL)
    OR ("server_id" IS NULL AND "into_server_id" IS NULL AND "workload_id" IS NOT NULL AND "into_workload_id" IS NOT NULL)),
  CONSTRAINT "merges_into_another" CHECK ("server_id" <> "into_server_id" OR "workload_id" <> "into_workload_id"),
  CONSTRAINT "merges_correction_id_fkey" FOREIGN KEY ("correction_id") REFERENCES "corrections" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "merges_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "merges_into_server_id_fkey" FOREIGN KEY ("into_server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "merges_workload_id_fkey" FOREIGN KEY ("workload_id") REFERENCES "workloads" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "merges_into_workload_id_fkey" FOREIGN KEY ("into_workload_id") REFERENCES "workloads" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "merges_on_server_id_fkey" FOREIGN KEY ("on_server_id") REFERENCES "servers" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- A name leads to one place.
CREATE UNIQUE INDEX "merges_server_in_force_key" ON "merges" ("server_id") WHERE "in_force" AND "server_id" IS NOT NULL;
CREATE UNIQUE INDEX "merges_workload_in_force_key" ON "merges" ("workload_id", "on_server_id") NULLS NOT DISTINCT
  WHERE "in_force" AND "workload_id" IS NOT NULL;
-- The names of a server, and the workloads that were merged into one.
CREATE INDEX "merges_into_server_id_idx" ON "merges" ("into_server_id");
CREATE INDEX "merges_into_workload_id_idx" ON "merges" ("into_workload_id");

-- Whoever undoes the correction ends the merge, in the same transaction.
CREATE FUNCTION "end_merge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE merges SET in_force = NEW.undone_at IS NULL WHERE correction_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "corrections_undone" AFTER UPDATE OF "undone_at" ON "corrections" FOR EACH ROW
  WHEN (OLD."undone_at" IS DISTINCT FROM NEW."undone_at") EXECUTE FUNCTION end_merge();

-- The slug that a slug leads to: itself where nothing was merged, null where there is none. A merge into what is merged
-- itself is followed to its end.
CREATE FUNCTION "kept_server"("asked" TEXT) RETURNS TEXT LANGUAGE sql STABLE AS $$
  WITH RECURSIVE names (id, slug) AS (
    SELECT id, slug FROM servers WHERE slug = asked
    UNION
    SELECT servers.id, servers.slug FROM names
    JOIN merges ON merges.server_id = names.id AND in_force
    JOIN servers ON servers.id = merges.into_server_id
  )
  SELECT slug FROM names WHERE NOT EXISTS (SELECT FROM merges WHERE server_id = names.id AND in_force)
$$;

CREATE FUNCTION "kept_workload"("asked" TEXT, "on_server" TEXT) RETURNS TEXT LANGUAGE sql STABLE AS $$
  WITH RECURSIVE names (id, slug) AS (
    SELECT id, slug FROM workloads WHERE slug = asked
    UNION
    SELECT workloads.id, workloads.slug FROM names
    JOIN merges ON merges.workload_id = names.id AND in_force
      AND (on_server_id IS NULL OR on_server_id = (SELECT id FROM servers WHERE slug = on_server))
    JOIN workloads ON workloads.id = merges.into_workload_id
  )
  SELECT slug FROM names WHERE NOT EXISTS (SELECT FROM merges WHERE workload_id = names.id AND in_force
    AND (on_server_id IS NULL OR on_server_id = (SELECT id FROM servers WHERE slug = on_server)))
$$;
