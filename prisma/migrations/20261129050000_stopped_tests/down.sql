ALTER TABLE "heatmaps" DROP COLUMN "stopped";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261129050000_stopped_tests';
