ALTER TABLE "agents" DROP COLUMN "instance";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261201070000_agent_instances';
