DROP INDEX "uploads_unfinished_idx";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261128050000_unfinished_uploads';
