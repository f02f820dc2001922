-- Not for a cluster of Citus, which refuses triggers. No row changes.
CREATE FUNCTION "set_config_sort_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sort_key := natural_sort_key(NEW.name);
  RETURN NEW;
END $$;
ALTER TABLE "configs" ALTER COLUMN "sort_key" DROP EXPRESSION;
CREATE TRIGGER "configs_sort_key" BEFORE INSERT OR UPDATE ON "configs"
  FOR EACH ROW EXECUTE FUNCTION set_config_sort_key();
CREATE FUNCTION "end_merge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE merges SET in_force = NEW.undone_at IS NULL WHERE correction_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "corrections_undone" AFTER UPDATE OF "undone_at" ON "corrections" FOR EACH ROW
  WHEN (OLD."undone_at" IS DISTINCT FROM NEW."undone_at") EXECUTE FUNCTION end_merge();
ALTER TABLE "artifacts" DROP CONSTRAINT "artifacts_upload_id_fkey",
  ADD CONSTRAINT "artifacts_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "diagnostics" DROP CONSTRAINT "diagnostics_upload_id_fkey",
  ADD CONSTRAINT "diagnostics_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261128030000_for_a_cluster';
