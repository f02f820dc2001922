-- A decision may confirm a config step: two configs continue each other, and later versions are compared from the step on.
ALTER TABLE "line_decisions" DROP CONSTRAINT "line_decisions_action";
ALTER TABLE "line_decisions" ADD CONSTRAINT "line_decisions_action" CHECK ("action" IN ('join', 'split', 'step'));
