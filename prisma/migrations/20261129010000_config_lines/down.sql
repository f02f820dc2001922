-- Decisions about config lines are lost.
DROP TABLE "line_decisions";
ALTER TABLE "heatmaps" DROP COLUMN "lines", DROP COLUMN "lines_decided_at";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261129010000_config_lines';
