-- The way back from this migration, for the version before it. Records of stops are lost, and what people wrote on them; all
-- others stay. Stop Basecase, make a backup, then run it in one transaction:
--   psql --single-transaction --set ON_ERROR_STOP=1 --file down.sql "$DATABASE_URL"
DELETE FROM "record_places" WHERE "slug" IN (SELECT "slug" FROM "regressions" WHERE "stop" IS NOT NULL);
ALTER TABLE "regressions"
  DROP CONSTRAINT "regressions_stop_has_no_ratio",
  DROP CONSTRAINT "regressions_verdict_is_of_kind",
  DROP COLUMN "stop", DROP COLUMN "is_news",
  ADD CONSTRAINT "regressions_verdict_is_of_kind" CHECK ("verdict" IN ("kind"::text, 'small ' || "kind"::text, 'possible ' || "kind"::text)),
  ALTER COLUMN "ratio" SET NOT NULL, ALTER COLUMN "level_ratio" SET NOT NULL,
  ALTER COLUMN "band" SET NOT NULL, ALTER COLUMN "p" SET NOT NULL;
ALTER TABLE "heatmaps" DROP COLUMN "records_stops";
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261130010000_stop_records';
