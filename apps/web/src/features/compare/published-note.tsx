import type { HeatmapData } from '@basecase/views/compare';

/** Says plainly what a table of ratios is. */
export function PublishedNote({ data }: { data: HeatmapData }) {
  const published = data.workload.relativeTo;
  if (!published) return null;
  return (
    <p className="note">
      Published as ratios to <strong>{published.base}</strong>; absolute values were not published. Another
      column of this table can become the base: its ratios are then divided by that column's.
    </p>
  );
}
