import { groupLabel, type MetricId, testInfo, testLabel } from '@basecase/ingest/model';
import type { Matrix, MatrixRow } from '../../matrix/matrix';
import type { ReportColumn, ReportInput } from '../../report/report';

/** Values per test and metric, one per column; null = missing. */
export type ReportValues = Record<string, Partial<Record<MetricId, (number | null)[]>>>;

/** The input of a report over PostgreSQL columns, with sysbench tests as rows. */
export function reportInput(
  names: readonly string[],
  tests: ReportValues,
  says: Partial<ReportInput> = {},
): ReportInput {
  const columns = names.map(
    (name): ReportColumn => ({
      label: `x.pg${name}`,
      name,
      product: 'PostgreSQL',
      flavour: null,
      config: null,
    }),
  );
  const entries = Object.entries(tests);
  const metrics = new Set(entries.flatMap(([, values]) => Object.keys(values) as MetricId[]));
  const missing = columns.map(() => null);
  const grid = <T>(cell: T) => entries.map(() => columns.map(() => cell));
  const matrix: Matrix<ReportColumn> = {
    columns,
    rows: entries.map(([test]) => rowOf(test)),
    values: Object.fromEntries(
      [...metrics].map((metric) => [metric, entries.map(([, values]) => values[metric] ?? missing)]),
    ),
    sources: {},
    status: grid('ok' as const),
    repeats: grid(1),
    spread: grid(null),
  };
  return {
    matrix,
    benchmark: 'sysbench',
    metric: 'throughput',
    base: 0,
    judged: names.length - 1,
    threshold: 0.95,
    judgement: null,
    ...says,
  };
}

function rowOf(test: string): MatrixRow {
  const [name = test, range] = test.split('_range=');
  const info = testInfo('sysbench', name, range === undefined ? null : Number(range));
  const key = testLabel(info.name, info.range);
  return { ...info, key, label: key, groupLabel: groupLabel('sysbench', info.group) };
}
