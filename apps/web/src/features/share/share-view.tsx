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

interface ShareRecordProps {
  /** Path of the record, or of its permalink. */
  path: string;
  /** Slug of the permalink whose page this is; null on the page of the record. */
  slug: string | null;
  title: string;
  /** Path of the runs behind it; null where they are not kept. */
  runsPath: string | null;
  /** Tests of the group that an embedded record shows. */
  rows: number;
}

/** Exports and shares a regression or improvement. Its tables are parts of a page and no table to copy. */
export function ShareRecord({ path, slug, title, rows, runsPath }: ShareRecordProps) {
  return (
    <>
      {runsPath === null ? null : <ExportMenu exportPath={runsPath} query="" hasTables={false} />}
      <Share exportPath={null} imagePath={`${path}/opengraph-image`} slug={slug} title={title} rows={rows} />
    </>
  );
}
