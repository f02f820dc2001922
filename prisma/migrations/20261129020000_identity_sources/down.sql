-- Sources of names are lost until the uploads are read again.
ALTER TABLE "runs" DROP COLUMN "identity_sources";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261129020000_identity_sources';
