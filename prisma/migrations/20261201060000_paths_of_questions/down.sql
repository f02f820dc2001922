-- Questions stay; the paths that patterns are proposed from are lost.
UPDATE "diagnostics" SET "excerpt" = NULL WHERE length("excerpt") > 80;
ALTER TABLE "diagnostics" DROP CONSTRAINT "diagnostics_excerpt_is_short";
ALTER TABLE "diagnostics" ADD CONSTRAINT "diagnostics_excerpt_is_short" CHECK (length("excerpt") <= 80);
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261201060000_paths_of_questions';
