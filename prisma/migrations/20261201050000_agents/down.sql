-- Plans and agents are lost; the uploads of sessions stay.
DROP TABLE "agent_sessions";
DROP TABLE "agent_plans";
DROP TABLE "agent_schedules";
DROP TABLE "agents";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261201050000_agents';
