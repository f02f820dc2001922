-- A stop is a regression with a record of its own: a test that worked and works no more. It has no second number, so it
-- has no ratio, no band and no p: they are null, and what is known of it is in "stop": its reason, the value before it
-- and a new name that it may have.
ALTER TABLE "regressions" ADD COLUMN "stop" JSONB,
  ALTER COLUMN "ratio" DROP NOT NULL, ALTER COLUMN "level_ratio" DROP NOT NULL,
  ALTER COLUMN "band" DROP NOT NULL, ALTER COLUMN "p" DROP NOT NULL,
  DROP CONSTRAINT "regressions_verdict_is_of_kind",
  ADD CONSTRAINT "regressions_verdict_is_of_kind" CHECK (
    CASE WHEN "stop" IS NULL THEN "verdict" IN ("kind"::text, 'small ' || "kind"::text, 'possible ' || "kind"::text)
      ELSE "verdict" = 'stopped working' AND "kind" = 'regression' END),
  -- Numbers are there or not, all of them.
  ADD CONSTRAINT "regressions_stop_has_no_ratio" CHECK (
    num_nulls("ratio", "level_ratio", "band", "p") = CASE WHEN "stop" IS NULL THEN 0 ELSE 4 END);

-- False: an upgrade, or a decision about lines, found it in runs that had been judged. Feeds and messages leave it out.
ALTER TABLE "regressions" ADD COLUMN "is_news" BOOLEAN NOT NULL DEFAULT true;

-- What was judged before there were such records gets them with its next evaluation, which is no news then.
ALTER TABLE "heatmaps" ADD COLUMN "records_stops" BOOLEAN NOT NULL DEFAULT false;
