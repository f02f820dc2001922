import { toFinite } from '../../text/finite';

export interface CommandLine {
  threads: number | null;
  tables: number | null;
  tableSize: number | null;
  seconds: number | null;
  script: string | null;
}

const SYSBENCH = /(?:^|[\s/])sysbench\s/;
const OPTION = /--([a-z][\w-]*)=(\S+)/g;

/** True for a line that runs sysbench: run scripts write it before sysbench's own output. */
export function isSysbenchCommand(line: string): boolean {
  return SYSBENCH.test(line) && line.includes(' --') && /\s(?:run|prepare|--threads=|--time=)/.test(line);
}

/** What a command line says of the workload; null for what it does not say. */
export function parseCommandLine(line: string): CommandLine {
  const options = new Map<string, string>();
  for (const [, name = '', value = ''] of line.matchAll(OPTION))
    options.set(name.replaceAll('_', '-'), value);
  const number = (name: string) => {
    const value = toFinite(options.get(name));
    return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  return {
    threads: number('threads') ?? number('num-threads'),
    tables: number('tables'),
    tableSize: number('table-size'),
    seconds: number('time'),
    script: findScript(line),
  };
}

/** `/usr/share/sysbench/oltp_scan.lua` or the word after `sysbench` in `sysbench oltp_insert --...`. */
function findScript(line: string): string | null {
  const lua = /(?:^|[\s/])([\w-]+)\.lua(?=\s|$)/.exec(line)?.[1];
  if (lua) return lua;
  return /(?:^|[\s/])sysbench\s+([a-z][\w-]*)(?=\s)/.exec(line)?.[1] ?? null;
}
