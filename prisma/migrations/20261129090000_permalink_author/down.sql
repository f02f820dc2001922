ALTER TABLE "permalinks" DROP COLUMN "author";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261129090000_permalink_author';
