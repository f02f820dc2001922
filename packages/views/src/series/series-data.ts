import {
  type CellStatus,
  formatFixed,
  formatRatio,
  type SeriesVerdict,
  toPrintfFixed,
} from '@basecase/analysis';
import type {
  SeriesAnnotation,
  SeriesChangeRecord,
  SeriesLine,
  SeriesOverview,
  SeriesRelease,
  SeriesView,
} from '@basecase/db/types';
import { commitHref, type MetricId, type Repository, shortCommit } from '@basecase/ingest/model';
import { dayText } from '../text/words';

/** A night as the browser gets it. */
export interface DataNight {
  /** Slug of its column. */
  column: string;
  /** ISO 8601: when it was committed. */
  at: string;
  measuredAt: string;
  commit: string | null;
  number: number | null;
  run: string;
  repeats: number;
  /** CPUs that others used during the run. Null, or left out in older permalinks: unknown. */
  otherCpus?: number | null;
  status: CellStatus;
}

/** A test of the line: for the menu, and for the list of tests that changed in the same night. */
export type DataTest = ReturnType<typeof testsOf>[number];

/** A series as the page and its document need it: everything that is drawn is computed from this. */
export interface SeriesData {
  server: Pick<SeriesView['server'], 'slug' | 'name' | 'cores'>;
  workload: Pick<SeriesView['workload'], 'slug' | 'benchmark' | 'label' | 'details'>;
  test: { key: string; name: string; range: number | null; unit: string };
  line: SeriesLine;
  lineKey: string;
  repository: Repository | null;
  /** In build order. */
  nights: DataNight[];
  hiddenNights: number;
  metrics: MetricId[];
  /** Of each metric, by night; null: no value, or none that counts. */
  values: Partial<Record<MetricId, (number | null)[]>>;
  verdicts: Partial<Record<MetricId, SeriesVerdict>>;
  releases: SeriesRelease[];
  annotations: SeriesAnnotation[];
  records: SeriesChangeRecord[];
  tests: DataTest[];
  isStale: boolean;
}

/** Of 16 digits the last 9 are rounding noise of a median over a few results. */
const DIGITS = 7;

/** What the page needs of a series, and of the other tests of its line. */
export function toSeriesData(
  view: SeriesView,
  overview: Pick<SeriesOverview, 'tests' | 'total'>,
): SeriesData {
  const { server, workload, test, nights, metrics } = view;
  return {
    server: { slug: server.slug, name: server.name, cores: server.cores },
    workload: {
      slug: workload.slug,
      benchmark: workload.benchmark,
      label: workload.label,
      details: workload.details,
    },
    test: { key: test.key, name: test.name, range: test.range, unit: test.unit },
    line: view.line,
    lineKey: view.lineKey,
    repository: nights.findLast(({ build }) => build.repository !== null)?.build.repository ?? null,
    nights: nights.map(({ column, build, measuredAt, run, otherCpus, repeats, status }) => ({
      column,
      at: build.at,
      measuredAt,
      commit: build.commit,
      number: build.number,
      run,
      ...(otherCpus !== null && { otherCpus }),
      repeats,
      status,
    })),
    hiddenNights: view.hiddenNights,
    metrics,
    values: Object.fromEntries(
      metrics.map((metric) => [
        metric,
        nights.map(({ status, values }) => {
          const value = status === 'ok' ? (values[metric] ?? null) : null;
          return value === null ? null : Number(value.toPrecision(DIGITS));
        }),
      ]),
    ),
    verdicts: view.verdicts,
    releases: view.releases,
    annotations: view.annotations,
    records: view.records,
    tests: testsOf(view, overview),
    isStale: view.isStale,
  };
}

/** Verdicts of an overview count all nights of the line, those of the page the ones that are shown. */
function testsOf(
  { nights, hiddenNights }: Pick<SeriesView, 'nights' | 'hiddenNights'>,
  { tests }: Pick<SeriesOverview, 'tests'>,
) {
  return tests.map(({ test, verdict }) => ({
    key: test.key,
    label: testLabel(test),
    groupLabel: test.groupLabel,
    /** Columns of the first nights of its levels. */
    changedAt: (verdict?.changes ?? []).flatMap(
      ({ firstBad }) => nights[firstBad - hiddenNights]?.column ?? [],
    ),
  }));
}

/** `read-only range=100`. */
export function testLabel({ name, range }: { name: string; range: number | null }): string {
  return range === null ? name : `${name} range=${range}`;
}

/** `29 Aug`; with its year where that is another than the one that everything else is of. */
export function shortDay(iso: string, year: string): string {
  const text = dayText(iso);
  return iso.startsWith(year) ? text.slice(0, -5) : text;
}

/** The year of the newest night: dates of it are written without. */
export function yearOf(nights: readonly Pick<DataNight, 'at'>[]): string {
  return (nights.at(-1)?.at ?? '').slice(0, 4);
}

/** `g4eb13e8a` as git describe writes it, `#1234` of a build without a commit; empty for one that is known by its date alone. */
export function buildText({ commit, number }: Pick<DataNight, 'commit' | 'number'>): string {
  if (commit !== null) return `g${shortCommit(commit)}`;
  return number === null ? '' : `#${number}`;
}

/** Page of the commit of a night; null without an address for commits. */
export function buildHref(
  repository: Repository | null,
  { commit }: Pick<DataNight, 'commit'>,
): string | null {
  return commit === null ? null : commitHref(repository, commit);
}

/** Shown with one digit more: two would claim too much certainty. */
const LEAST_HALF = 0.005;

/** `0.90 ± 0.02`: half of the 95% interval. */
export function sizeText({ ratio, low, high }: { ratio: number; low: number; high: number }): string {
  const half = (high - low) / 2;
  if (half >= LEAST_HALF) return `${formatRatio(ratio)} ± ${toPrintfFixed(half, 2)}`;
  return `${formatFixed(ratio, 3)} ± ${formatFixed(half, 3)}`;
}
