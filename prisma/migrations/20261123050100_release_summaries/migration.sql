-- The releases of each product in a heatmap, with their geometric means and how many tests changed in the newest one. Home
-- covers everything that is loaded; judging it all at each visit would cost more the more is stored.
ALTER TABLE "heatmap_evaluations" ADD COLUMN "releases" JSONB;

-- What was judged before is judged again by the first worker, which fills it.
UPDATE "heatmap_evaluations" SET "stale_since" = coalesce("stale_since", now());
