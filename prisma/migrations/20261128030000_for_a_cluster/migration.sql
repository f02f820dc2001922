-- What a cluster of Citus refuses: triggers on tables that it spreads or copies, and keys that follow a changed id where the
-- id says which node has the row.

-- It follows from the name, whoever writes that.
DROP TRIGGER "configs_sort_key" ON "configs";
DROP FUNCTION "set_config_sort_key"();
ALTER TABLE "configs" DROP COLUMN "sort_key";
ALTER TABLE "configs" ADD COLUMN "sort_key" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (natural_sort_key("name")) STORED;

-- The statement that undoes a correction ends its merge (packages/db/src/corrections/undo-correction.ts).
DROP TRIGGER "corrections_undone" ON "corrections";
DROP FUNCTION "end_merge"();

-- Ids of uploads never change.
ALTER TABLE "artifacts" DROP CONSTRAINT "artifacts_upload_id_fkey",
  ADD CONSTRAINT "artifacts_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "diagnostics" DROP CONSTRAINT "diagnostics_upload_id_fkey",
  ADD CONSTRAINT "diagnostics_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads" ("id") ON DELETE CASCADE ON UPDATE NO ACTION;
