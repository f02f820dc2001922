import { TRANSACTION_ORDER } from '../../parsers/tpcc/names';
import type { TpccLog } from '../../parsers/tpcc/tpcc-log';
import type { CorpusAnswers, CorpusFile, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: [
    'tpcc-mysql',
    'tpcc-kip(rust port of tpcc-mysql)',
    'go-tpc',
    'py-tpcc',
    'cockroach-workload-tpcc',
    'oltpbench',
  ],
  answers(row, file) {
    const log = file.log?.type === 'tpcc' ? (file.log as TpccLog) : null;
    if (!log) return {};
    if (row.tool === 'go-tpc') return ofGoTpc(log, file);
    if (row.tool === 'py-tpcc') return ofPyTpcc(file);
    if (row.tool === 'oltpbench') return ofOltpbench(file);
    if (row.tool === 'cockroach-workload-tpcc') return ofCockroach(log, file);
    return ofTpccMysql(log, file);
  },
  exceptions: [
    {
      match: /^KipData\+FnckSQL\//,
      keys: ['tpmC'],
      reason: 'the index has no value: the file prints `7815 tpmC`, which is read',
    },
  ],
};

/** Fact as printed; undefined where the file has none. */
function fact(file: CorpusFile, group: string | null, name: string): string | undefined {
  return file.details?.facts.find((each) => each.group === group && each.name === name)?.value;
}

/** Of the first run of the file. */
function measured(file: CorpusFile, test: string, metric: string, index = 0): number | undefined {
  const results = file.runs.flatMap((run) => run.results).filter((result) => result.test === test);
  return results[index]?.measurements.find((each) => each.metric === metric)?.value;
}

function ofTpccMysql(log: TpccLog, file: CorpusFile): CorpusAnswers {
  const [run] = log.runs;
  const trx = file.details?.series.find(({ id, of }) => id === 'transactions' && of === 'new-order');
  const p95 = file.details?.series.find(({ id, of }) => id === 'latency_p95' && of === 'new-order');
  const raw = TRANSACTION_ORDER.map((test, index) => {
    const words = ['sc', 'lt', 'rt', 'fl', 'avg_rt'].map((name) => `${name} ${fact(file, test, name)}`);
    return [`raw${index}`, words.join(' ')];
  });
  const own = run?.transactions.find(({ test }) => test === 'new-order');
  const elapsed = measured(file, 'new-order', 'elapsed');
  return {
    warehouses: run?.warehouses ?? undefined,
    connections: run?.clients ?? undefined,
    rampup_s: fact(file, 'parameters', 'rampup'),
    measure_s: fact(file, 'parameters', 'measure'),
    elapsed_s: elapsed,
    seconds: elapsed,
    tpmC: measured(file, 'new-order', 'throughput'),
    progress_lines: log.rows,
    progress_trx_sum: (trx?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0),
    last_progress_s: trx?.seconds.at(-1),
    last_progress_p95: (p95?.values.at(-1) ?? Number.NaN) * 1000,
    ...Object.fromEntries(raw),
    new_order: `sc ${own?.inTime?.value} lt ${own?.late?.value} fl ${own?.failed?.value}`,
  };
}

/** Cells of the rows as printed: `Summary.NEW_ORDER.Avg(ms)`. */
function ofGoTpc(log: TpccLog, file: CorpusFile): CorpusAnswers {
  const cells = (file.details?.facts ?? []).map(({ group, name, value }) => [
    `${group?.replace(' ', '.')}.${name}`,
    value,
  ]);
  return {
    ...Object.fromEntries(cells),
    op_lines: log.rows,
    // go-tpc prints no such line, as the index notes for each row.
    run_finished: 'no',
    tpmC: measured(file, 'new-order', 'throughput'),
  };
}

function ofPyTpcc(file: CorpusFile): CorpusAnswers {
  const names = ['DELIVERY', 'NEW_ORDER', 'ORDER_STATUS', 'PAYMENT', 'STOCK_LEVEL'] as const;
  const tests = ['delivery', 'new-order', 'order-status', 'payment', 'stock-level'] as const;
  const types = names.flatMap((name, index) => {
    const test = tests[index] ?? '';
    return [
      [`${name}.total`, measured(file, test, 'transactions')],
      [`${name}.p95`, (measured(file, test, 'latency_p95') ?? Number.NaN) * 1000],
    ];
  });
  const [result] = file.runs[0]?.results ?? [];
  return {
    dict_lines: (file.log as TpccLog).runs.length,
    tpmc: measured(file, 'new-order', 'throughput'),
    duration: measured(file, 'new-order', 'elapsed'),
    warehouses: fact(file, null, 'warehouses'),
    threads: result?.clients ?? undefined,
    total: measured(file, 'all', 'transactions'),
    aborts: measured(file, 'all', 'errors'),
    total_retries: measured(file, 'all', 'retries'),
    date: fact(file, null, 'date'),
    ...Object.fromEntries(types),
  };
}

function ofCockroach(log: TpccLog, file: CorpusFile): CorpusAnswers {
  const milliseconds = (metric: string) => (measured(file, 'new-order', metric) ?? Number.NaN) * 1000;
  return {
    elapsed: fact(file, 'tpmC', 'elapsed'),
    newOrders: measured(file, 'new-order', 'transactions'),
    tpmC_column_cum: measured(file, 'new-order', 'throughput'),
    avg_ms: milliseconds('latency_avg'),
    p50_ms: milliseconds('latency_p50'),
    p95_ms: milliseconds('latency_p95'),
    p99_ms: milliseconds('latency_p99'),
    pMax_ms: milliseconds('latency_max'),
    interval_rows: log.rows,
  };
}

function ofOltpbench(file: CorpusFile): CorpusAnswers {
  const { runs } = file.log as TpccLog;
  const results = runs.flatMap((_, index) => [
    [`r${index}.ns`, fact(file, `run ${index + 1}`, 'nanoSeconds')],
    [`r${index}.requests`, measured(file, 'all', 'transactions', index)],
    [`r${index}.rps`, measured(file, 'all', 'transactions_per_s', index)],
  ]);
  return {
    results: runs.length,
    ...Object.fromEntries(results),
    tpmC: measured(file, 'new-order', 'throughput'),
    efficiency: fact(file, 'run 1', 'Efficiency'),
    new_orders: measured(file, 'new-order', 'transactions'),
  };
}
