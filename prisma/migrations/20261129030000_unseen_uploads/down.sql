ALTER TABLE "uploads" DROP COLUMN "unseen";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261129030000_unseen_uploads';
