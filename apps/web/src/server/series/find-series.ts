import { findMetric } from '@basecase/analysis';
import type { SeriesLineEntry } from '@basecase/db/types';
import { isDay, METRIC_IDS, type MetricId, metricOf, toInstant } from '@basecase/ingest/model';
import { type AddressProblem, knownName, unknownValues } from '@basecase/views/url';
import { followState } from '../pages/follow-state';
import { serverCaller } from '../root';
import { unknownParameters } from '../unknown-parameters';
import { seriesQuery } from './series-schemas';

/** A part of a series: ISO 8601, both ends belong to it; null: it continues. */
export interface SeriesWindow {
  from: string | null;
  to: string | null;
}

export interface FoundSeries extends SeriesWindow {
  entry: SeriesLineEntry;
  test: string;
  metric: MetricId;
}

/**
 * What an address of a series means, and what of it is not understood.
 *
 * @returns null for the series when something is not understood, or nothing is loaded
 */
export async function findSeries(
  query: URLSearchParams,
): Promise<{ found: FoundSeries | null; problems: AddressProblem[] }> {
  const asked = Object.fromEntries(query) as Record<string, string | undefined>;
  const caller = serverCaller();
  const window = readWindow(asked);
  const metric = asked['metric'] ? findMetric(asked['metric']) : 'throughput';
  const misread = [
    ...unknownParameters(query, seriesQuery),
    ...window.problems,
    ...(metric === null ? unknownMetric(asked['metric'] ?? '', METRIC_IDS) : []),
  ];
  const { lines, problems } = await findLines(await caller.series.lines(), asked);
  const [entry] = lines;
  if (!entry || problems.length > 0) return { found: null, problems: [...misread, ...problems] };
  const place = { server: entry.server.slug, workload: entry.workload.slug, line: entry.key };
  const { tests } = await caller.series.overview({ ...place, nights: 1 });
  const test = asked['test'] ?? '';
  const all = [
    ...misread,
    ...findTest(
      test,
      tests.map(({ test: { key } }) => key),
    ),
  ];
  if (metric === null || all.length > 0) return { found: null, problems: all };
  return { found: { entry, test, metric, ...window.ends }, problems: [] };
}

/** A metric that does not exist, or that nothing of a series has. */
export function unknownMetric(given: string, metrics: readonly MetricId[]): AddressProblem[] {
  const known = metrics.map((metric) => metricOf(metric).label);
  return unknownValues('metric', [given], { known, where: ' in these nights' });
}

function findTest(test: string, known: readonly string[]): AddressProblem[] {
  if (test !== '') return unknownValues('test', [test], { known, where: ' in these nights' });
  return [{ parameter: 'test', value: '', message: 'Say which test.', nearest: [], known: [...known] }];
}

function readWindow({ from = '', to = '' }: Record<string, string | undefined>): {
  ends: SeriesWindow;
  problems: AddressProblem[];
} {
  const ends = { from: readTime(from, '00:00:00.000'), to: readTime(to, '23:59:59.999') };
  const problems = Object.entries({ from, to }).flatMap(([parameter, value]): AddressProblem[] => {
    if (value === '' || ends[parameter as keyof SeriesWindow] !== null) return [];
    const message = `“${value.slice(0, 60)}” is not a time: expected a day, or a time with its zone as in 2026-08-29T18:00:00Z.`;
    return [{ parameter, value, message, nearest: [], known: [] }];
  });
  return { ends, problems };
}

/** @param clock of a day that is named without one */
function readTime(text: string, clock: string): string | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text) ? `${text}T${clock}Z` : toInstant(text);
}

/** What names a line of nights, as it was sent. */
export interface AskedLine {
  server?: string | undefined;
  workload?: string | undefined;
  line?: string | undefined;
  branch?: string | undefined;
}

/** Parameters that name what is stored: a wrong one is not found. */
export const LINE_PARAMETERS = ['server', 'workload', 'line', 'branch'];

/** The lines that an address means, and its unknown names. A name from before a merge is still a name. */
export async function findLines(
  entries: readonly SeriesLineEntry[],
  { server = '', workload = '', line = '', branch = '' }: AskedLine,
): Promise<{ lines: SeriesLineEntry[]; problems: AddressProblem[] }> {
  const named = entries.find((entry) => entry.server.name.toLowerCase() === server.toLowerCase());
  const slugs = entries.map((entry) => entry.server.slug);
  const asked = await followState({ server: named?.server.slug ?? knownName(slugs, server), workload });
  const on = asked.server === '' ? '' : ` on ${asked.server}`;
  let lines = [...entries];
  const continued = entries.find((entry) => entry.keys?.includes(line) && entry.server.slug === asked.server);
  // Names of another server or workload don't help, so only the first wrong name is reported.
  const steps: readonly [parameter: string, value: string, of: (entry: SeriesLineEntry) => string][] = [
    ['server', asked.server, (entry) => entry.server.slug],
    ['workload', asked.workload, (entry) => entry.workload.slug],
    ['branch', branch, (entry) => entry.line.branch ?? ''],
    ['line', continued?.key ?? line, (entry) => entry.key],
  ];
  for (const [parameter, value, of] of steps) {
    const where = parameter === 'server' ? '' : on;
    const what = `${parameter} with nights`;
    const problems = unknownValues(parameter, [value], { known: lines.map(of), what, where });
    if (problems.length > 0) return { lines: [], problems };
    lines = lines.filter((entry) => value === '' || of(entry) === value);
  }
  return { lines, problems: [] };
}
