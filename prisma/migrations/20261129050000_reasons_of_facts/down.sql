-- The way back from this migration, for the version before it. Reasons are lost; facts and their history stay.
ALTER TABLE "server_fact_changes" DROP COLUMN "reason";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261129050000_reasons_of_facts';
