-- Tests that stopped working in the newest version of each line, for pages that list many heatmaps.
ALTER TABLE "heatmaps" ADD COLUMN "stopped" JSONB;
