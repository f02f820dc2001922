ALTER TABLE "builds" DROP COLUMN "parents";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261130120000_build_parents';
