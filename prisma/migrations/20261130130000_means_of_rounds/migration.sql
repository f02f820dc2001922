-- Means and levels of what was recorded in turns were those of medians: they are made again, of what the rounds say in pairs.
UPDATE "heatmaps" SET "stale_since" = now()
WHERE "evaluated_at" IS NOT NULL AND "id" IN (SELECT "heatmap_id" FROM "runs" WHERE "rounds" IS NOT NULL);
