import { parseGoDuration } from '../../parsers/ycsb/go/go-duration';
import type { YcsbLog, YcsbRun } from '../../parsers/ycsb/ycsb-log';
import type { CorpusAnswers, CorpusFile, CorpusKeys } from '../corpus-keys';

/** Seconds of a metric in the units that rows are printed in. */
const FACTORS: Readonly<Record<string, number>> = { 'Time(ms)': 1e3, ms: 1e3, us: 1e6 };

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['ycsb', 'go-ycsb'],
  answers(_row, file) {
    const log = file.log?.type === 'ycsb' ? (file.log as YcsbLog) : null;
    const run = log?.runs.at(-1);
    if (!log || !run) return {};
    return { ...rowsOf(file), ...bucketsOf(file), ...(run.tool === 'YCSB' ? ofJava(run) : ofGo(log, file)) };
  },
  exceptions: [
    {
      match: /_summary\.md$/,
      reason:
        'a table that another tool (bexhoma) made of logs of YCSB, in its own page format; kept, not read',
    },
    {
      match: /\/url_test_mongodb/,
      keys: ['status_lines', 'last_status_s', 'last_status_ops'],
      reason:
        'the clock of the run was set back: its last line of progress is of -5 s and is reported as unreadable',
    },
  ],
};

/**
 * Every row as printed, by `READ.Operations`; a number that a result has is that of its measurement. Return codes are
 * values of the key `READ.Return`, one after the other.
 */
function rowsOf(file: CorpusFile): CorpusAnswers {
  const measured = file.runs.flatMap(({ results }) => results.flatMap(({ measurements }) => measurements));
  const answers: Record<string, string | number> = {};
  for (const { group, name, value, number, unit, line } of file.details?.facts ?? []) {
    const code = /^Return=(.*)$/.exec(name)?.[1];
    const key = `${group}.${code === undefined ? name : 'Return'}`;
    const found = measured.find((each) => {
      const scaled = each.value * (each.unit === 's' ? (FACTORS[unit ?? ''] ?? 1) : 1);
      return each.line === line && each.source === 'reported' && number !== null && isNear(scaled, number);
    });
    const factor = found?.unit === 's' ? (FACTORS[unit ?? ''] ?? 1) : 1;
    if (code !== undefined) answers[freeKey(answers, key)] = `${code}=${value}`;
    else answers[key] = found ? found.value * factor : value;
  }
  return answers;
}

/** A cell of a row with many: the measurement with its number. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(b) * 1e-12;
}

function freeKey(answers: CorpusAnswers, key: string): string {
  let free = key;
  for (let count = 2; answers[free] !== undefined; count += 1) free = `${key} #${count}`;
  return free;
}

function bucketsOf({ details }: CorpusFile): CorpusAnswers {
  return Object.fromEntries(
    (details?.histograms ?? []).flatMap(({ of, buckets }) => {
      const operation = of?.toUpperCase();
      const sum = buckets.reduce((total, { count }) => total + count, 0);
      return [
        [`${operation}.buckets`, buckets.length],
        [`${operation}.bucket_sum`, sum],
      ];
    }),
  );
}

function ofJava({ status, isComplete, operations }: YcsbRun): CorpusAnswers {
  return {
    status_lines: status?.lines,
    last_status_s: status?.seconds,
    last_status_ops: status?.operations,
    last_status_ops_per_s: status?.rate ?? undefined,
    result: isComplete || operations.length > 0 ? undefined : 'none',
  };
}

function ofGo({ rows }: YcsbLog, { details, runs }: CorpusFile): CorpusAnswers {
  const takes = details?.facts.find(({ group, name }) => group === 'run' && name === 'takes')?.value ?? 'no';
  const measured = runs.flatMap(({ results }) => results.flatMap(({ measurements }) => measurements));
  const elapsed = measured.find(({ metric }) => metric === 'elapsed')?.value ?? null;
  return { op_lines: rows, run_finished: elapsed === parseGoDuration(takes) ? takes : undefined };
}
