-- The newest run that a heatmap was judged with: newer ones are news, whatever was decided about its lines meanwhile.
ALTER TABLE "heatmaps" ADD COLUMN "judged_run_id" BIGINT;
