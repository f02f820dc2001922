import type { CompareView, HeatmapEntry, JudgedView, RegressionEntry, RunView } from '@basecase/db/types';
import { benchmarkModel } from '@basecase/ingest/model';
import { shortWorkloadLabel } from '../text/workload-label';
import { benchmarkViewHref } from '../url/benchmark-view-href';
import { type Change, type HrefOf, largest, serverName, toChanges } from './prepare-changes';
import { toRecordChange } from './prepare-records';
import { type ReleaseRow, toReleaseRows } from './prepare-releases';

export interface HomeModel {
  sentence: { strong: string; rest: string };
  releases: ReleaseRow[];
  /** Rows that are not shown; the headline says so. */
  hiddenReleases: number;
  /** The largest regressions of each server, servers in the order of what is loaded. */
  regressions: { server: string; changes: Change[] }[];
  improvements: Change[];
  /** True: they are records, beyond noise; false: nothing was judged yet, and they are beyond the plain threshold. */
  areRecords: boolean;
  loaded: LoadedRow[];
  /** Heatmaps that are older than those looked at; the headline says so. */
  hiddenHeatmaps: number;
  runs: RunRow[];
}

export interface LoadedRow {
  key: string;
  server: string;
  workload: string;
  details: string;
  products: string;
  columns: number;
  tests: number;
  origin: string;
  href: string;
  /** The view that the people of this benchmark know; null when the heatmap is it. */
  report: string | null;
}

export interface RunRow {
  id: string;
  name: string;
  words: string;
  date: string;
  href: string;
}

const RELEASES = 12;
const PER_SERVER = 5;
const IMPROVEMENTS = 6;

interface HomeInput {
  entries: readonly HeatmapEntry[];
  /** Of the entries, in their order. */
  views: readonly JudgedView[];
  runs: readonly RunView[];
  /** Open regressions and improvements, the largest first; none while nothing was judged. */
  records: readonly RegressionEntry[];
  /** Heatmaps that are loaded and not among the entries. */
  hidden: number;
}

/** Everything the home page draws. */
export function prepareHome({ entries, views, runs, records, hidden }: HomeInput, hrefOf: HrefOf): HomeModel {
  // The columns of fio are sync modes, not releases: one does not come after the other.
  const withReleases = views.filter(
    ({ workload }) => benchmarkModel(workload.benchmark).hasReleases !== false,
  );
  const releases = withReleases.flatMap((view) => toReleaseRows(view, hrefOf));
  const areRecords = records.length > 0;
  const changes = areRecords
    ? records.map(toRecordChange)
    : withReleases.flatMap((view) => toChanges(view, hrefOf));
  const servers = [...new Set(changes.map(({ server }) => server))];
  return {
    sentence: sentenceOf(releases, views),
    releases: releases.slice(0, RELEASES),
    hiddenReleases: Math.max(0, releases.length - RELEASES),
    regressions: servers
      .map((server) => ({
        server,
        changes: largest(
          changes.filter((change) => change.server === server),
          'down',
          PER_SERVER,
        ),
      }))
      .filter((column) => column.changes.length > 0),
    improvements: largest(changes, 'up', IMPROVEMENTS),
    areRecords,
    loaded: entries.map((entry) => toLoadedRow({ entry, view: views.find(isOf(entry)) }, hrefOf)),
    hiddenHeatmaps: hidden,
    runs: runs.map(toRunRow),
  };
}

function isOf({ server, workload }: HeatmapEntry) {
  return (view: CompareView) => view.server.slug === server.slug && view.workload.slug === workload.slug;
}

/** What the verdicts of the table below say, in one sentence. */
function sentenceOf(releases: ReleaseRow[], views: readonly CompareView[]): HomeModel['sentence'] {
  const withLoss = releases.filter(({ slower }) => slower.sure > 0);
  if (releases.length === 0) {
    const tests = views.reduce((sum, { matrix }) => sum + matrix.rows.length, 0);
    return {
      strong: `${tests} tests are loaded,`,
      rest: ' but no product has two releases on one server and workload to compare.',
    };
  }
  const compared = `${releases.length} newest ${releases.length === 1 ? 'release' : 'releases'} compared with the previous one`;
  const drops = withLoss.flatMap((row) => (row.largestDrop ? [{ row, drop: row.largestDrop }] : []));
  const [worst] = drops.toSorted((a, b) => a.drop.ratio - b.drop.ratio);
  const possibly = releases.filter(({ slower }) => slower.sure === 0 && slower.possible > 0).length;
  if (!worst) {
    const maybe = possibly > 0 ? `; in ${possibly}, a test possibly did` : '';
    return { strong: 'No test got slower beyond noise', rest: ` in ${compared}${maybe}.` };
  }
  const { test, range, text } = worst.drop;
  const name = range === null ? test : `${test} range=${range}`;
  return {
    strong: `${withLoss.length} of ${releases.length} newest releases ${withLoss.length === 1 ? 'is' : 'are'} slower in some test`,
    rest: ` than the previous release, beyond noise${possibly > 0 ? `; ${possibly} more possibly` : ''}. The largest drop is ${name} in ${worst.row.release} on ${worst.row.server}: ${text} of ${worst.row.against}.`,
  };
}

function toLoadedRow(
  { entry, view }: { entry: HeatmapEntry; view: CompareView | undefined },
  hrefOf: HrefOf,
): LoadedRow {
  const { server, workload } = entry;
  return {
    key: `${server.slug} ${workload.slug}`,
    server: serverName(entry),
    workload: shortWorkloadLabel(workload),
    details: workload.details.join(', '),
    products: entry.products.join(', '),
    columns: entry.columns,
    tests: view?.matrix.rows.length ?? 0,
    origin: originOf(workload),
    href: hrefOf({ server: server.slug, workload: workload.slug, base: '' }),
    report: benchmarkViewHref(workload.benchmark, { server: server.slug, workload: workload.slug }),
  };
}

function originOf({ origin, source, relativeTo }: HeatmapEntry['workload']): string {
  if (origin !== 'published') return origin;
  return ['published', relativeTo ? 'ratios only' : '', source ?? ''].filter(Boolean).join(', ');
}

function toRunRow(run: RunView): RunRow {
  const parts = [serverName(run), run.workload.label, run.config];
  return {
    id: run.id,
    name: `${run.product} ${run.version}`,
    words: parts.filter(Boolean).join(', '),
    date: run.at.slice(0, 10),
    href: `/runs/${run.id}`,
  };
}
