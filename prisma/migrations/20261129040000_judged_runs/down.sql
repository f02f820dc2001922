ALTER TABLE "heatmaps" DROP COLUMN "judged_run_id";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261129040000_judged_runs';
