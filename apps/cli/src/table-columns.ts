import type { ColumnInput } from '@basecase/analysis';
import type { SummaryTable } from '@basecase/ingest';
import { isWarmupTest, type NormalizedResult, type NormalizedRun, testInfo } from '@basecase/ingest/model';

/** The columns of a summary table as runs that know nothing but their throughput. */
export function columnsOfTable(path: string, table: SummaryTable): ColumnInput[] {
  return table.columns.map((label, column) => ({
    label,
    runs: [toRun(label, path, resultsOf(table, { column, path }))],
  }));
}

function resultsOf(
  table: SummaryTable,
  { column, path }: { column: number; path: string },
): NormalizedResult[] {
  return table.rows.flatMap(({ test, range, values }) => {
    const value = values[column] ?? null;
    if (value === null) return [];
    const { unit } = testInfo(test, range);
    return [
      {
        test,
        range,
        repeat: 1,
        status: isWarmupTest(test) ? 'warmup' : 'ok',
        unit,
        clients: null,
        command: null,
        tool: null,
        device: null,
        measurements: [
          {
            metric: 'throughput',
            value,
            unit,
            source: 'reported',
            formula: null,
            file: path,
            line: 1,
            lineEnd: 1,
          },
        ],
      },
    ];
  });
}

function toRun(label: string, path: string, results: NormalizedResult[]): NormalizedRun {
  return {
    label,
    path,
    benchmark: 'sysbench',
    variant: { product: label, version: label, versionKnown: false, flavour: null, config: null },
    workload: {
      tables: null,
      rowsPerTable: null,
      clients: null,
      primaryKey: null,
      cached: null,
      label: null,
    },
    server: null,
    cores: null,
    startedAt: null,
    notes: null,
    results,
  };
}
