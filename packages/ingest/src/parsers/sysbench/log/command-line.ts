import { toFinite } from '../../../text/finite';

export interface CommandLine {
  threads: number | null;
  tables: number | null;
  tableSize: number | null;
  /** `--scale` of TPC-C: warehouses in each set of tables. */
  scale: number | null;
  seconds: number | null;
  /** Lua script or built-in test: `oltp_point_select`, `cpu`. */
  script: string | null;
  /** `--oltp-read-only=on` of 0.4 and 0.5, whose one script runs all mixes. */
  readOnly: boolean;
}

/** A longer line is not a command. */
export const MAX_COMMAND_BYTES = 4096;
const SYSBENCH = /(?:^|[\s/])sysbench\s/;
const OPTION = /--([a-z][\w-]*)=(\S+)/g;

/** True for a line that runs sysbench: run scripts write it before sysbench's own output. */
export function isSysbenchCommand(line: string): boolean {
  return (
    SYSBENCH.test(line) && line.includes(' --') && /\s(?:run|prepare|--(?:num-)?threads=|--time=)/.test(line)
  );
}

/** The last word of a command that is one: `run` where none is. */
export function phaseOfCommand(line: string): 'run' | 'prepare' | 'cleanup' {
  const word = [...line.matchAll(/\s(run|prepare|cleanup)(?=\s|$)/g)].at(-1)?.[1];
  return (word as 'run' | 'prepare' | 'cleanup' | undefined) ?? 'run';
}

/** What a command line says of the workload; null for what it does not say. Knows the options of 0.4 and 0.5 too. */
export function parseCommandLine(line: string): CommandLine {
  const options = new Map<string, string>();
  for (const [, name = '', value = ''] of line.matchAll(OPTION))
    options.set(name.replaceAll('_', '-'), value);
  const number = (...names: string[]) => {
    const value = toFinite(options.get(names.find((name) => options.has(name)) ?? ''));
    return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  return {
    threads: number('threads', 'num-threads'),
    tables: number('tables', 'oltp-tables-count'),
    tableSize: number('table-size', 'oltp-table-size'),
    scale: number('scale'),
    seconds: number('time', 'max-time'),
    script: findScript(line, options.get('test')),
    readOnly: options.get('oltp-read-only') === 'on',
  };
}

/** `/usr/share/sysbench/oltp_scan.lua`, `--test=oltp`, or the word after `sysbench` in `sysbench oltp_insert --...`. */
function findScript(line: string, test: string | undefined): string | null {
  const lua = /(?:^|[\s/=])([\w-]+)\.lua(?=\s|$)/.exec(line)?.[1];
  if (lua) return lua;
  if (test !== undefined && /^[a-z][\w-]*$/.test(test)) return test;
  return /(?:^|[\s/])sysbench\s+([a-z][\w-]*)(?=\s)/.exec(line)?.[1] ?? null;
}
