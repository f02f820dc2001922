-- Confirmed config steps are lost.
DELETE FROM "line_decisions" WHERE "action" = 'step';
ALTER TABLE "line_decisions" DROP CONSTRAINT "line_decisions_action";
ALTER TABLE "line_decisions" ADD CONSTRAINT "line_decisions_action" CHECK ("action" IN ('join', 'split'));
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261201020000_config_steps';
