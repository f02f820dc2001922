import path from 'node:path';
import { baseName } from '../identity/names/base-name';
import type { AssembleContext, LocatedLog } from '../parsers/family';
import { hostTestName } from '../parsers/host/host-test-name';
import { type HostLogs, locatedOf, takeBeside } from './beside';

const EXTENSION = /\.(?:txt|log|out|res|dat|md|json|csv)$/i;
/** Words in the name of a client's output that say nothing about the test. */
const CLIENT_WORD = /(^|[._-])(?:ycsb|tpcc|pgbench|stdout|stderr)(?=$|[._-])/gi;
const HOST_ALONE = /^(?:vmstat|iostat|vm|io|cputime|perf)$/;

/**
 * Claims the vmstat, iostat, CPU time and perf stat logs that were recorded with the output of a client: their names differ from its
 * name in the tool's word only. Names without any other word belong to the only output of a directory.
 *
 * @param files paths of all outputs of clients, each once
 * @param isOf what a convention of names says of a host log; null where it says nothing
 * @returns by path; files without host logs are left out
 */
export function hostLogsOf(
  files: readonly string[],
  logs: readonly LocatedLog[],
  context: Pick<AssembleContext, 'claim'>,
  isOf: (file: string, name: string) => boolean | null = () => null,
): Map<string, HostLogs> {
  const taken = new Set<LocatedLog>();
  const found = new Map<string, HostLogs>();
  for (const file of files) {
    const directory = path.posix.dirname(file);
    const isOnly = files.filter((other) => path.posix.dirname(other) === directory).length === 1;
    const belongs = (name: string) => {
      const host = hostTestName(name);
      const said = isOf(file, name);
      if (said !== null) return said;
      return HOST_ALONE.test(host.replace(EXTENSION, '')) ? isOnly : stem(host) === stem(baseName(file));
    };
    const free = logs.filter((log) => !taken.has(log));
    const host = takeBeside(free, directory, { belongs, context });
    const own = locatedOf(host);
    for (const log of own) taken.add(log);
    if (own.length > 0) found.set(file, host);
  }
  return found;
}

function stem(name: string): string {
  return name
    .replace(EXTENSION, '')
    .replace(CLIENT_WORD, '$1')
    .replace(/^[._-]+|[._-]+$/g, '');
}
