-- A change that was told as possible is told again when it is sure. Who hears of new regressions hears of that too.
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_events_known";
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_events_known" CHECK (cardinality("events") > 0
  AND "events" <@ ARRAY['regression.new', 'regression.sure', 'regression.fixed', 'regression.withdrawn']);
UPDATE "webhooks" SET "events" = array_append("events", 'regression.sure') WHERE 'regression.new' = ANY ("events");
