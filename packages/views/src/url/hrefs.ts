import type { Verdict } from '@basecase/analysis';
import type { BenchmarkId } from '@basecase/ingest/model';
import { whole } from './fields';
import { toQuery, urlCodec } from './url-codec';

/** Height of a row of the embedded table and of what stands around the rows, in CSS pixels. */
const ROW_PX = 24;
const AROUND_PX = 170;
const MAX_PX = 900;

interface EmbedSource {
  /** `https://bench.example`. */
  origin: string;
  /** `/embed/aB3…`, with the query of the shown state. */
  path: string;
  title: string;
  /** Rows of the table, group headings included. */
  rows: number;
}

/** The code that shows a frozen table in another page. It brings no script into that page. */
export function embedCode({ origin, path, title, rows }: EmbedSource): string {
  const height = Math.min(MAX_PX, AROUND_PX + rows * ROW_PX);
  return `<iframe src="${attribute(origin + path)}" title="${attribute(title)}" width="100%" height="${height}" loading="lazy" style="border:0"></iframe>`;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/**
 * Benchmarks that have a report in addition to the heatmap, in the order of their links. The kind is the first
 * part of its address. `benchmarks/reports.ts` defines the data and drawing of each report.
 */
export const BENCHMARK_VIEWS = [
  { kind: 'insert-benchmark', benchmark: 'insert-benchmark', name: 'Insert Benchmark' },
  { kind: 'fsync', benchmark: 'fio', name: 'fsync latency' },
  { kind: 'tproc-c', benchmark: 'tproc-c', name: 'TPROC-C' },
  { kind: 'db-bench', benchmark: 'db_bench', name: 'db_bench' },
  { kind: 'pgbench', benchmark: 'pgbench', name: 'pgbench' },
] as const satisfies readonly { kind: string; benchmark: BenchmarkId; name: string }[];

type BenchmarkView = (typeof BENCHMARK_VIEWS)[number];
/** `clients`: any benchmark by its number of clients. */
export type ReportKind = BenchmarkView['kind'] | 'clients';
export type ReportBenchmark = BenchmarkView['benchmark'];

/** Link to the report that the people of a benchmark know; null for a benchmark without one. */
export function benchmarkViewHref(
  benchmark: BenchmarkId,
  { server, workload }: { server: string; workload: string },
): string | null {
  const view = BENCHMARK_VIEWS.find((candidate) => candidate.benchmark === benchmark);
  if (!view) return null;
  return `/${view.kind}${toQuery([
    ['server', server],
    ['workload', workload],
  ])}`;
}

/** Link to a workload by its number of clients, or by a setting of its configs. */
export function sweepHref(
  { server, workload }: { server: string; workload: string },
  { axis = '', base = '' }: { axis?: string; base?: string } = {},
): string {
  return `/clients${toQuery([
    ['server', server],
    ['workload', workload],
    ['base', base],
    ['axis', axis],
  ])}`;
}

/** Places of the page that explains the method: what words on other pages link to. */
export const METHOD_TOPICS = [
  'noise',
  'not-calibrated',
  'band',
  'verdicts',
  'likely-real',
  'small',
  'possible',
  'no-change',
  'unclear',
  'stopped',
  'missing',
  'more-runs',
  'first-bad-version',
  'explanation',
  'suspected-cause',
  'series',
  'other-differences',
  'error-rates',
  'limits',
  'words',
] as const;

export type MethodTopic = (typeof METHOD_TOPICS)[number];

export function methodHref(topic: MethodTopic): string {
  return `/method#${topic}`;
}

const TOPIC_OF: Readonly<Record<Verdict, MethodTopic>> = {
  'stopped working': 'stopped',
  regression: 'likely-real',
  improvement: 'likely-real',
  'small regression': 'small',
  'small improvement': 'small',
  'possible regression': 'possible',
  'possible improvement': 'possible',
  'no change': 'no-change',
  unclear: 'unclear',
  missing: 'missing',
};

/** Where a verdict is explained. */
export function verdictTopic(verdict: Verdict): MethodTopic {
  return TOPIC_OF[verdict];
}

/** Lines of a stored file, 1-based. */
export interface LineRange {
  line: number;
  lineEnd: number;
}

const LAST_LINE = 2 ** 31 - 1;

/** Which lines of a stored file are marked, and the first one of its page. Null = none, or chosen by the page. */
export const artifactUrl = urlCodec({
  line: whole(LAST_LINE, null),
  lineEnd: whole(LAST_LINE, null),
  from: whole(LAST_LINE, null),
});

/**
 * Page of a stored file; with lines, the page that shows them, marked and in sight.
 *
 * @param from first line of another page; marked lines stay marked
 */
export function artifactHref(id: string, lines: LineRange | null = null, from: number | null = null): string {
  const { line, lineEnd } = lines ?? { line: null, lineEnd: null };
  const isRange = lines !== null && lines.lineEnd > lines.line;
  const query = artifactUrl.query({ line, lineEnd: isRange ? lineEnd : null, from });
  return `/artifacts/${encodeURIComponent(id)}${query}${lines && from === null ? `#L${lines.line}` : ''}`;
}

/** The Atom feed of events: of everything, of one product, or of one server. */
export function feedHref({ product, server }: { product: string; server: string }): string {
  return `/api/v1/events.atom${toQuery([
    ['product', product],
    ['server', server],
  ])}`;
}

/** The page of a server, or a section of it. */
export function serverHref(slug: string, section?: 'facts' | 'names' | 'measured' | 'history'): string {
  return `/servers/${encodeURIComponent(slug)}${section ? `#${section}` : ''}`;
}
