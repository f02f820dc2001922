-- Which heatmaps a permalink's numbers came from, so that it can say when runs of them were corrected since. It is no
-- part of what is frozen: no foreign key, and the same view with the same numbers is still one link.
ALTER TABLE "permalinks" ADD COLUMN "heatmaps" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "permalinks" ADD CONSTRAINT "permalinks_heatmaps_is_list" CHECK (jsonb_typeof("heatmaps") = 'array');
-- Of those from before: a frozen heatmap and a frozen record say it themselves, reports of benchmarks in their address.
-- Views of many servers do not; they still say whether the live view has other numbers.
UPDATE "permalinks" SET "heatmaps" = jsonb_build_array(jsonb_build_object('server', place.server, 'workload', place.workload))
FROM (
  SELECT id,
    coalesce(snapshot #>> '{view,server,slug}', snapshot #>> '{record,server,slug}', substring(path FROM '[?&]server=([a-z0-9._-]+)')) AS server,
    coalesce(snapshot #>> '{view,workload,slug}', snapshot #>> '{record,workload,slug}', substring(path FROM '[?&]workload=([a-z0-9._-]+)')) AS workload
  FROM "permalinks"
) AS place
WHERE place.id = "permalinks".id AND place.server IS NOT NULL AND place.workload IS NOT NULL;
-- A preview of a correction counts the links of its heatmaps.
CREATE INDEX "permalinks_heatmaps_idx" ON "permalinks" USING gin ("heatmaps" jsonb_path_ops);
