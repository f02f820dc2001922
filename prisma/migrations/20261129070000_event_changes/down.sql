-- Decisions on events are lost; what they wrote into records stays.
DROP TABLE "event_changes";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261129070000_event_changes';
