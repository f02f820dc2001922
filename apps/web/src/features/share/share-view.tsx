import { ExportMenu } from './export-menu';
import { Share } from './share';

interface Props {
  /** Path of the live view, without its query: `/trends`. */
  path: string;
  /** Its query, with the question mark; empty without one. */
  query: string;
  /** See `sharedDocument`. */
  title: string;
  rows: number;
}

/** Exports and shares a live view other than the heatmap. */
export function ShareView({ path, query, title, rows }: Props) {
  const exportPath = `/api/v1/views${path}`;
  return (
    <>
      <ExportMenu exportPath={exportPath} query={query} />
      <Share exportPath={exportPath} imagePath={`/image${path}`} slug={null} title={title} rows={rows} />
    </>
  );
}
