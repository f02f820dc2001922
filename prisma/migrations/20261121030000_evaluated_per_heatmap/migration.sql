-- A heatmap is evaluated as a whole: heatmap_evaluations says when. Kept per record too, it would have to be rewritten
-- for every record of the heatmap at each ingest.
ALTER TABLE "regressions" DROP COLUMN "evaluated_at";
