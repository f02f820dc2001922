import path from 'node:path';
import type { LocatedLog } from '../../family';
import type { DbBenchLog, DbBenchResult, Execution } from '../log/db-bench-log';
import { type LogName, parseLogName } from '../names';

export interface NamedResult {
  path: string;
  execution: Execution;
  /** Null for an execution that failed: its test is known by the name of the file only. */
  result: DbBenchResult | null;
  test: string;
  threads: number | null;
}

/**
 * The test of each result. The name of benchmark.sh's file is the test's; elsewhere it is the word of the result line,
 * with the part that distinguishes results of one word: the step (`fillrandom.point1`), the execution (`readrandom.exec2`), or the
 * earlier change of the database (`readrandom.after-compact0`). Results that are equal in all of these are repeats.
 */
export function nameTests(logs: readonly LocatedLog<DbBenchLog>[]): NamedResult[] {
  const named = logs.flatMap((log) => nameFile(log));
  const files = new Map<string, Set<string>>();
  for (const { test, path: file } of named) files.set(test, (files.get(test) ?? new Set()).add(file));
  return named.map((result) => {
    const isShared = (files.get(result.test)?.size ?? 0) > 1 && parseLogName(result.path) === null;
    return isShared ? { ...result, test: `${result.test}.${stemOf(result.path)}` } : result;
  });
}

function nameFile({ path: file, log }: LocatedLog<DbBenchLog>): NamedResult[] {
  const name = parseLogName(file);
  const threads = name?.threads ?? null;
  const executions = log.executions.filter(({ results }) => results.length > 0);
  const failed = log.executions.find(({ failure }) => failure !== null);
  if (executions.length === 0) {
    const isNamed = failed && name?.tool === 'benchmark.sh';
    return isNamed ? [{ path: file, execution: failed, result: null, test: name.word, threads }] : [];
  }
  const isOneTest =
    new Set(executions.flatMap(({ results }) => results.map(({ bench }) => bench))).size === 1;
  return executions.flatMap((execution, index) =>
    execution.results.map((result) => {
      const base = baseName(result, { name, isOneTest: isOneTest && executions.length === 1 });
      const which = executions.length > 1 ? `.exec${index + 1}` : '';
      return { path: file, execution, result, test: `${base}${which}${phaseOf(result, execution)}`, threads };
    }),
  );
}

function baseName(
  { bench }: DbBenchResult,
  { name, isOneTest }: { name: LogName | null; isOneTest: boolean },
): string {
  if (!name) return bench;
  if (name.tool === 'mytools') return `${bench}.${name.word}`;
  if (isOneTest) return name.word;
  return name.threads === null ? bench : `${bench}.t${name.threads}`;
}

/** Only where one test was measured in several states of the database. */
function phaseOf({ bench, phase }: DbBenchResult, { results }: Execution): string {
  const phases = new Set(results.filter((result) => result.bench === bench).map((result) => result.phase));
  return phases.size > 1 && phase !== null ? `.after-${phase}` : '';
}

function stemOf(file: string): string {
  return path.posix.basename(file).replace(/\.gz$|\.(?:txt|log|out)(?:\.gz)?$/, '');
}
