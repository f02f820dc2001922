import { baseName } from '../../../layout/base-name';
import { UNKNOWN_WORKLOAD, type Workload } from '../../../model/run';
import { settingsOfName } from '../names';
import type { YcsbRun } from '../ycsb-log';

/**
 * What must be equal for a fair comparison: `workloada, run, 100000 records, limited to 5000/s`. Threads are a field of
 * their own. The clients of Java and Go measure differently, so go-ycsb is named. How many operations were asked for is
 * not in it. Where no line says the workload or the phase, the name of the file may.
 *
 * @param file path of the log within the upload
 */
export function workloadOf({ tool, settings }: YcsbRun, file: string): Workload {
  const named = settingsOfName(baseName(file));
  const words = [
    settings.workload ?? named.workload,
    settings.phase ?? named.phase,
    settings.records === null ? null : `${settings.records} records`,
    settings.target === null ? null : `limited to ${settings.target.value}/s`,
    tool === 'YCSB' ? null : tool,
  ].filter((word) => word !== null);
  return {
    ...UNKNOWN_WORKLOAD,
    clients: settings.threads,
    label: words.length > 0 ? words.join(', ') : null,
  };
}
