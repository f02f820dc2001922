import { groupBy } from '../../../assemble/add-to-group';
import { Measurements, newResult, type ReadAt } from '../../../assemble/measurements';
import type { MetricId } from '../../../model/metric';
import type { NormalizedResult } from '../../../model/run';
import { testInfo } from '../../../model/test';
import { SCAN_UNIT } from '../../sysbench/about';
import type { GroupedCell, ScanRule } from './table-group';

/** Unit of a scan of all clients together, and of one whose rule is unknown: compared within its table only. */
export const KROWS = 'Krows/s';
const LOAD_UNIT = 'rows/s';

const READ_GROUPS = new Set(['point', 'range', 'range-aggregate']);

/** The runs of one column: one for each client count, known or not. */
export function runsOf(cells: readonly GroupedCell[], scanRule: ScanRule | null): ColumnPart[] {
  const only = onlyClients(cells);
  return splitColumn(cells.map((cell) => toDraft(cell, { only, scanRule })));
}

/** The client count that all measured tests of a column share as far as they say: it holds for those that do not. */
function onlyClients(cells: readonly GroupedCell[]): number | null {
  const known = new Set(
    cells.flatMap(({ test, range, clients }) =>
      clients === null || testInfo('sysbench', test, range).warmup ? [] : [clients],
    ),
  );
  return known.size === 1 ? ([...known][0] ?? null) : null;
}

function toDraft(
  { test, range, clients, step, sources }: GroupedCell,
  { only, scanRule }: { only: number | null; scanRule: ScanRule | null },
): Draft {
  const info = testInfo('sysbench', test, range);
  const own = clients ?? (step === null && !info.warmup ? only : null);
  const queryUnit = test === 'prepare' ? LOAD_UNIT : info.unit;
  const unit = info.unit === SCAN_UNIT ? scanUnitOf(scanRule, own) : queryUnit;
  // The number of clients behind a table's totals.
  const sharers = unit === SCAN_UNIT && scanRule === 'total' ? (own ?? 1) : 1;
  const measurements = new Measurements();
  for (const { file, cell } of sources) {
    for (const { metric, value } of cell.values) {
      const at = { file, line: cell.line };
      if (metric !== 'throughput') measurements.reported(metric, value, at);
      else measurements.reported(metric, value, { ...at, unit: sharers === 1 ? unit : KROWS });
      if (sharers > 1) perClient(measurements, { metric, value, at, clients: sharers });
    }
  }
  const status = info.warmup ? 'warmup' : 'ok';
  const result = newResult({ test, range, status, unit, clients: own, tool: null, measurements });
  return { warmup: info.warmup, step, result };
}

/** Of one client both rules give the same; what was counted for all clients is of each of them when it is known how many. */
function scanUnitOf(rule: ScanRule | null, clients: number | null): string {
  if (rule === 'per client' || clients === 1) return SCAN_UNIT;
  return rule === 'total' && clients !== null ? SCAN_UNIT : KROWS;
}

/** Throughput and costs of a scan as they are counted since 2025-04-19: of one client. */
function perClient(
  measurements: Measurements,
  { metric, value, at, clients }: { metric: MetricId; value: number; at: ReadAt; clients: number },
): void {
  if (metric === 'throughput') {
    const formula = 'scan_total_per_client';
    measurements.computed(metric, value / clients, { ...at, formula, unit: SCAN_UNIT });
  } else {
    measurements.computed(metric, value * clients, { ...at, formula: 'scan_cost_per_client' });
  }
}

/** Reads per operation of the tests that only read, as `aloneOf` wants them. */
export function readsOf(cells: readonly GroupedCell[]): number[][] {
  const reading = cells.filter(({ test, range }) => {
    const { group, warmup } = testInfo('sysbench', test, range);
    return READ_GROUPS.has(group) && !warmup;
  });
  const tests = groupBy(reading, ({ test, range }) => JSON.stringify([test, range]));
  return [...tests.values()].map((ofTest) =>
    ofTest.flatMap(({ sources }) =>
      sources.flatMap(({ cell }) =>
        cell.values.flatMap(({ metric, value }) => (metric === 'reads_per_op' ? [value] : [])),
      ),
    ),
  );
}

/** A result of a column before it is known which run it belongs to. */
interface Draft {
  result: NormalizedResult;
  warmup: boolean;
  /** Which client count, when the count itself is not known. */
  step: string | null;
}

/** One run of a column. */
interface ColumnPart {
  clients: number | null;
  step: string | null;
  drafts: Draft[];
}

/**
 * Splits the results of a column by client count, known or not. Warm-ups make no run: the clients of
 * `point-query.warm` are the number of tables. They go with the tests of their clients, else with the largest run, as
 * does the load.
 */
function splitColumn(drafts: readonly Draft[]): ColumnPart[] {
  const isMeasured = ({ warmup }: Draft) => !warmup;
  const measured = drafts.some(isMeasured) ? drafts.filter(isMeasured) : drafts;
  const groups = groupBy(measured, ({ step, result }) => step ?? result.clients);
  const parts = [...groups.values()].map(
    (members): ColumnPart => ({
      clients: members[0]?.result.clients ?? null,
      step: members[0]?.step ?? null,
      drafts: members,
    }),
  );
  const largest = parts.toSorted((a, b) => b.drafts.length - a.drafts.length)[0];
  const placed = new Set(measured);
  for (const draft of drafts) {
    if (placed.has(draft)) continue;
    const own = parts.find(({ clients, step }) =>
      draft.step === null ? clients !== null && clients === draft.result.clients : step === draft.step,
    );
    (own ?? largest)?.drafts.push(draft);
  }
  return parts;
}
