import path from 'node:path';
import { type HostLogs, takeBeside } from '../../../assemble/beside';
import { baseName } from '../../../layout/base-name';
import type { AssembleContext, LocatedLog } from '../../family';
import { hostTestName } from '../../host/host-test-name';

const EXTENSION = /\.(?:txt|log|out|res|dat|md|json)$/i;
/** What the output of a client is called besides the test. */
const CLIENT_WORD = /(^|[._-])(?:ycsb|tpcc|stdout|stderr)(?=$|[._-])/gi;
const HOST_ALONE = /^(?:vmstat|iostat|vm|io|cputime)$/;

/**
 * vmstat, iostat and CPU time that were recorded beside the output of a client: those whose names differ from its name
 * in the tool's word only, and of a directory with one output those without any other word. Claims them.
 *
 * @param files paths of all outputs of clients, each once
 * @returns by path; files without host logs are left out
 */
export function hostLogsOf(
  files: readonly string[],
  logs: readonly LocatedLog[],
  context: Pick<AssembleContext, 'claim'>,
): Map<string, HostLogs> {
  const taken = new Set<LocatedLog>();
  const found = new Map<string, HostLogs>();
  for (const file of files) {
    const directory = path.posix.dirname(file);
    const isOnly = files.filter((other) => path.posix.dirname(other) === directory).length === 1;
    const belongs = (name: string) => {
      const host = hostTestName(name);
      return HOST_ALONE.test(host.replace(EXTENSION, '')) ? isOnly : stem(host) === stem(baseName(file));
    };
    const free = logs.filter((log) => !taken.has(log));
    const host = takeBeside(free, directory, { belongs, context });
    const own = Object.values<LocatedLog | undefined>({ ...host }).filter((log) => log !== undefined);
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
