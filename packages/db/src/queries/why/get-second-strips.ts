import {
  SecondRates,
  secondFigures,
  sumSeconds,
  versionLabel,
  worstOfStretches,
} from '@basecase/ingest/model';
import type { BlobStore } from '../../blobs/blob-store';
import type { Database } from '../../database';
import { findHeatmap } from '../../regressions/noise/noise-atlas';
import type { CellTimelines, CompareColumn, SecondStrips } from '../../types';
import { getCellDetails } from '../get-cell-details';

/** More rows are not compared by eye. */
const MOST_STRIPS = 12;
/** A strip is a few hundred pixels wide. */
const MOST_CELLS = 60;
/** A log can have megabytes: more of them would fill the memory of a request. */
const LOGS_AT_A_TIME = 2;
const RATES = ['throughput', 'transactions_per_s', 'rw_requests_per_s', 'insert_rate', 'query_rate'];

/**
 * The slowest seconds of a test along each version's run, of the first repeat: of the newest columns that have figures of seconds, and
 * of those that are named.
 */
export async function getSecondStrips(
  database: Database,
  blobs: BlobStore,
  { server, workload, test, columns }: { server: string; workload: string; test: string; columns: string[] },
): Promise<SecondStrips> {
  const { runs, tests } = await findHeatmap(database, { server, workload }, ['worst_second']);
  const id = tests.find(({ key }) => key === test)?.id;
  const known = runs.filter(({ cells }) =>
    cells?.some(([testId, , computed]) => testId === id && computed?.worst_second !== undefined),
  );
  const slugs = [...new Set(known.map(({ slug }) => slug))];
  const named = slugs.filter((slug) => columns.includes(slug)).slice(0, MOST_STRIPS);
  const others = slugs.filter((slug) => !named.includes(slug));
  const newest = named.length < MOST_STRIPS ? others.slice(named.length - MOST_STRIPS) : [];
  const shown = slugs.filter((slug) => named.includes(slug) || newest.includes(slug));
  const readStrip = async (column: string) => {
    const cell = { server, workload, test, column };
    const details = await getCellDetails(database, blobs, cell, Number.POSITIVE_INFINITY);
    const rates = ratesOf(details.series);
    return rates ? [{ column, label: labelOf(known.find(({ slug }) => slug === column)), rates }] : [];
  };
  const strips: Awaited<ReturnType<typeof readStrip>> = [];
  for (let from = 0; from < shown.length; from += LOGS_AT_A_TIME)
    strips.push(...(await Promise.all(shown.slice(from, from + LOGS_AT_A_TIME).map(readStrip))).flat());
  const length = Math.max(1, Math.ceil(Math.max(0, ...strips.map(({ rates }) => rates.length)) / MOST_CELLS));
  return {
    length,
    strips: strips.flatMap(({ rates, ...strip }) => {
      const cells = worstOfStretches(rates, length);
      return cells ? [{ ...strip, cells, longestStall: secondFigures(rates)?.longestStall ?? null }] : [];
    }),
  };
}

/** `PostgreSQL 18.4 rel b1_c2r24`: what tells columns of a heatmap apart. */
function labelOf(
  column: Pick<CompareColumn, 'product' | 'version' | 'flavour' | 'config'> | undefined,
): string {
  if (!column) return '';
  const { product, version, flavour, config } = column;
  return [product, versionLabel(version), flavour, config].filter(Boolean).join(' ');
}

/** Rates of each second, of all clients together; null where the samples are not of one second. */
function ratesOf(series: CellTimelines['series']): ArrayLike<number> | null {
  const id = RATES.find((each) => series.some((own) => own.id === each));
  const clients = series.filter((own) => own.id === id && !/since the start/.test(own.label));
  return sumSeconds(
    clients.map(({ seconds, values }) => {
      const rates = new SecondRates('one-second');
      for (const [at, second] of seconds.entries()) rates.add(second, values[at] ?? null, at + 1);
      return rates.rates();
    }),
  );
}
