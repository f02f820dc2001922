import type { HeatmapReleases, ReleaseLineSummary, ServerView, WorkloadView } from '@basecase/db/types';
import { benchmarkModel, compareVersions } from '@basecase/ingest/model';
import { byOrigin } from '../results/heatmap-order';
import { bySizeAndName, compareTexts, groupBy } from '../text/words';

/** A line of releases with where it was measured. */
export interface PlacedLine {
  server: ServerView;
  workload: WorkloadView;
  latestRunAt: string;
  line: ReleaseLineSummary;
}

/** What is known of one product: a line for each server. */
export type ProductLines = ReturnType<typeof toProductLines>;

/** Products, last measured first. Products without releases, like fio, are left out: their columns aren't versions. */
export function productLines(heatmaps: readonly HeatmapReleases[]): ProductLines[] {
  const placed = heatmaps.flatMap(({ server, workload, latestRunAt, lines }) =>
    benchmarkModel(workload.benchmark).hasReleases === false
      ? []
      : (lines ?? []).map((line): PlacedLine => ({ server, workload, latestRunAt, line })),
  );
  const byProduct = groupBy(placed, ({ line }) => line.product);
  return [...byProduct]
    .map(([product, own]) => toProductLines(product, own))
    .sort((a, b) => compareTexts(b.latestRunAt, a.latestRunAt) || compareTexts(a.product, b.product));
}

function toProductLines(product: string, own: readonly PlacedLine[]) {
  const versions = [...new Set(own.flatMap(({ line }) => line.versions))].sort(compareVersions);
  const byServer = groupBy(own, ({ server }) => server.slug);
  return {
    product,
    /** ISO 8601 of the newest run. */
    latestRunAt:
      own
        .map((each) => each.latestRunAt)
        .sort()
        .at(-1) ?? '',
    /** The newest version anywhere. */
    newest: versions.at(-1) ?? '',
    /** One for each server, small servers first. */
    lines: [...byServer.values()]
      .flatMap((lines) => lines.toSorted(bestFirst(lines)).slice(0, 1))
      .sort((a, b) => bySizeAndName(a.server, b.server)),
    /** Versions on all servers. */
    versions: versions.length,
    benchmarks: new Set(own.map(({ workload }) => workload.benchmark)).size,
  };
}

/** Of the lines of one server: one that can be compared, up to the newest release, one's own, the longest, the newest. */
function bestFirst(lines: readonly PlacedLine[]): (a: PlacedLine, b: PlacedLine) => number {
  const comparable = lines.filter(({ line }) => line.newest !== null);
  const newest = comparable.map(newestOf).toSorted(compareVersions).at(-1);
  return (a, b) =>
    Number(b.line.newest !== null) - Number(a.line.newest !== null) ||
    Number(newestOf(b) === newest) - Number(newestOf(a) === newest) ||
    byOrigin(a, b) ||
    b.line.versions.length - a.line.versions.length ||
    compareTexts(b.latestRunAt, a.latestRunAt);
}

function newestOf({ line }: PlacedLine): string {
  return line.versions.at(-1) ?? '';
}
