import type { CompareView, HeatmapEntry, StatementLatencies } from '@basecase/db/types';
import type { ReportBenchmark } from '../url/benchmark-view-href';
import type { ReportCharts } from './line-chart';
import type { ReportPage } from './prepare-page';
import type { ReportState } from './report-state';
import type { ReportSentence, ReportTable } from './report-table-model';

/** Where reports come from: a caller of the benchmarks router. */
export interface ReportSource {
  heatmaps(input: { benchmark: ReportBenchmark }): Promise<HeatmapEntry[]>;
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
  /** What a test is called in this benchmark: `step`, `test`. */
  noun: string;
  current: string;
  /** Links to the same of each test. */
  choices: { key: string; label: string; href: string; isCurrent: boolean }[];
  /** Said where there is no table; empty or left out without. */
  note?: string;
  tables: ReportTable[];
}

/** What every report draws. */
export interface ReportModel {
  sentence: ReportSentence;
  /** Left out where a report has tables only. */
  charts?: ReportCharts;
  tables: ReportTable[];
  /** Null where there is no more to show of a test. */
  detail: ReportDetail | null;
}

/** A report with everything its page draws. */
export interface LoadedReport {
  page: ReportPage;
  /** Null when nothing of the heatmap belongs into the report; the notes say why. */
  model: ReportModel | null;
  /** What it was made of. */
  views: CompareView[];
  /** Path and query with the server and the workload that were chosen. */
  path: string;
  /** What must be known to read any of it. */
  notes: string[];
}

/** The report of a benchmark in the form that its people read. */
export interface Report {
  /** Reads what the URL asks for; null when nothing is loaded. */
  load: (source: ReportSource, asked: ReportState) => Promise<LoadedReport | null>;
  /** What its page says while nothing is loaded: what the logs are called, and how they get here. */
  lesson: { heading: string; logs: string; files: string; command: string; more: string };
}

/** Whole heatmaps, in the order asked for. */
export function readViews(source: ReportSource, entries: readonly HeatmapEntry[]): Promise<CompareView[]> {
  return source.views(
    entries.map(({ server, workload }) => ({ server: server.slug, workload: workload.slug })),
  );
}
