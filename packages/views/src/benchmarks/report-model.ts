import type { Matrix, SweepAxis } from '@basecase/analysis';
import type {
  CompareColumn,
  CompareView,
  HeatmapEntry,
  StatementLatencies,
  SweepView,
} from '@basecase/db/types';
import type {
  DocumentCell,
  DocumentHead,
  DocumentRow,
  DocumentTable,
  ViewDocument,
} from '../document/view-document';
import { serverSlug, slugs, text, threshold } from '../url/fields';
import type { ReportBenchmark, ReportKind } from '../url/hrefs';
import { type StateOf, type UrlCodec, urlCodec } from '../url/url-codec';

/** Link to the same page in another state. */
export type LinkTo = (change: Partial<ReportState>) => string;

/** A cell as it is drawn: every decision is made. */
export interface ReportCell extends DocumentCell {
  /** Share of the largest value, 0 to 1, drawn as a bar under the number; null without. */
  bar: number | null;
}

interface Linked {
  /** What a click on it does; null for a head that is text only. */
  link: { href: string; label: string } | null;
}

export interface ReportHead extends Omit<DocumentHead, 'isWords'>, Linked {
  /** Its cells are texts. */
  isWords?: boolean;
}

interface ReportRow extends Omit<DocumentRow, 'isMean' | 'cells'>, Linked {
  cells: ReportCell[];
}

/** One table of a report: rows and columns, heads in two lines. */
export interface ReportTable extends Omit<DocumentTable, 'heads' | 'sections'> {
  heads: ReportHead[];
  rows: ReportRow[];
  /** Names of rows are statements, which are wrapped. */
  hasLongNames?: true;
}

/** What a page says first; what is strong is what was found. */
export type ReportSentence = ViewDocument['sentence'];

/** A small chart of a report, placed: whoever draws it decides nothing. Coordinates are in units of its box. */
export interface ReportLineChart {
  id: string;
  title: string;
  /** What it shows in words, for those who do not see it. */
  description: string;
  width: number;
  height: number;
  /** Of the axis of values: a line and its text. */
  levels: { y: number; text: string }[];
  /** Of the axis of steps. */
  steps: { x: number; text: string }[];
  /** Where a ratio is 1; null for other values. */
  reference: number | null;
  /** The steps that the sentence is about. */
  zone: { x: number; y: number; width: number; height: number; text: string } | null;
  lines: ReportChartLine[];
}

export interface ReportChartLine {
  key: string;
  name: string;
  /** Which of the styles of lines, from 0 on. */
  style: number;
  /** Stretches without a gap, as points of a polyline. */
  stretches: string[];
  points: {
    x: number;
    y: number;
    title: string;
    /** Next to the point; empty without. */
    text: string;
    tone: 'bad' | 'good' | null;
    whisker: { low: number; high: number } | null;
  }[];
  /** The scaling law of the line, as points of a polyline, and its peak; null without. */
  law: { curve: string; peak: { x: number; y: number; title: string } | null } | null;
}

/** Charts side by side under one choice of lines. */
export interface ReportCharts {
  title: string;
  hint: string;
  /** Links that show or hide a line each; `style` of those that are shown. */
  choices: { key: string; label: string; href: string; style: number | null }[];
  charts: ReportLineChart[];
}

/** One line of a select. */
export interface Choice {
  value: string;
  label: string;
}

/** A select of the form. */
export interface ReportControl {
  name: keyof ReportState;
  label: string;
  value: string;
  choices: Choice[];
}

/** Head of a report: what is shown and what may be chosen. */
export interface ReportPage {
  kind: ReportKind;
  title: string;
  on: string;
  meta: string[];
  heatmap: { server: string; workload: string };
  controls: ReportControl[];
  /** What the form keeps without showing it. */
  hidden: [name: string, value: string][];
  /** Values that are understood although no control offers them, by parameter. */
  understood?: Partial<Record<keyof ReportState, string[]>>;
}

/** Where reports come from: a caller of the benchmarks router. */
export interface ReportSource {
  heatmaps(input: { benchmark: ReportBenchmark | null }): Promise<HeatmapEntry[]>;
  /** A heatmap at every number of clients, or by a setting. */
  sweep(input: { server: string; workload: string; axis: SweepAxis }): Promise<SweepView>;
  /** Whole heatmaps, in the order asked for. */
  views(heatmaps: { server: string; workload: string }[]): Promise<CompareView[]>;
  /** Latencies of the statements of a test, of each of the columns: read from the stored logs now. */
  statements(input: {
    server: string;
    workload: string;
    test: string;
    columns: string[];
  }): Promise<StatementLatencies[]>;
}

/** All numbers of one test; the others are one click away. */
export interface ReportDetail {
  /** Left out: `All numbers of one <noun>`. */
  heading?: string;
  /** What of the state its choices change; left out: `test`. */
  parameter?: 'test' | 'clients';
  /** Word for a test in this benchmark: `step`, `test`. */
  noun: string;
  current: string;
  /** Links to the same of each test. */
  choices: { key: string; label: string; href: string; isCurrent: boolean }[];
  /** Text in place of the tables; empty or left out if there are tables. */
  note?: string;
  tables: ReportTable[];
}

/** What every report draws. */
export interface ReportModel {
  sentence: ReportSentence;
  /** The end of its rest, which any other finding keeps. Left out: nothing. */
  caveat?: string;
  /** Left out where a report has tables only. */
  charts?: ReportCharts;
  tables: ReportTable[];
  /** Null where there is no more to show of a test. */
  detail: ReportDetail | null;
}

/** A report with everything its page draws. */
export interface LoadedReport {
  page: ReportPage;
  /** Null when nothing of the heatmap belongs into the report; the notes give the reason. */
  model: ReportModel | null;
  /** Its sources. */
  views: (Pick<CompareView, 'server' | 'workload'> & { matrix: Pick<Matrix<CompareColumn>, 'columns'> })[];
  /** Path and query with the server and the workload that were chosen. */
  path: string;
  /** What must be known to read any of it. */
  notes: string[];
}

/** The report of a benchmark in the form that its people read. */
export interface Report {
  /** Left out: that of all reports. */
  url?: UrlCodec<ReportState>;
  /** Reads what the URL asks for; null when nothing is loaded. */
  load: (source: ReportSource, asked: ReportState) => Promise<LoadedReport | null>;
  /** Text of its page while nothing is loaded: names of the logs, and how to upload them. */
  lesson: { heading: string; logs: string; files: string; command: string; more: string };
}

const FIELDS = {
  server: serverSlug(),
  workload: text(),
  /** Slug of the base column; of fsync latency the key of a device. Empty = the first. */
  base: text(),
  /** Shown product; empty = all. */
  product: text(),
  /** Shown build and config (see build-name in report-view.ts); empty = chosen by the page, `all` = all. */
  build: text(),
  /** Key of the test that is shown in detail; empty = the first. */
  test: text(),
  /** Number of clients whose statements are shown (pgbench); empty = the most. */
  clients: text(),
  /** Slugs of the columns that charts have lines of (pgbench); none = chosen by the page. */
  versions: slugs(),
  /** Column that devices are sorted by (fsync latency); empty = by name. */
  sort: text(),
  /** Ratio at or under which a throughput counts as slower. */
  t: threshold(),
};

/** The state of a report and its form in the URL; the same for all reports, each leaves out what it has no use for. */
export const reportUrl = urlCodec(FIELDS);

/** That of sweeps. */
export const clientsUrl = urlCodec({
  ...FIELDS,
  /** `config.io_workers`: the setting that a sweep is read along; empty = clients. */
  axis: text(),
  /** `tests`: one table per test; empty = of one test. */
  rows: text(),
});

export type ReportState = StateOf<typeof reportUrl> &
  Partial<Pick<StateOf<typeof clientsUrl>, 'axis' | 'rows'>>;

/** Link to a report in a state, defaults left out. */
export function reportHref(path: string, state: ReportState): string {
  return path + clientsUrl.query(state);
}
