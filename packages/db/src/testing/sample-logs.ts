import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sysbenchLog } from '@basecase/ingest/testing/sysbench-log';

/** Milliseconds that the events took together. */
const SUM_MS = 9987.65;

/** Summary of stock sysbench, with every statement as a separate event. */
function logOf(qps: number): string {
  const events = Math.round(qps * 10);
  const log = sysbenchLog({
    events: `${events}`,
    perSecond: qps.toFixed(2),
    seconds: '10.0002',
    latency: ['0.05', (SUM_MS / events).toFixed(2), '3.21', '0.10', `${SUM_MS}`],
    busy: '9.9877',
  });
  return `sysbench --db-driver=pgsql --pgsql-password=s3cret --tables=1 --table-size=1000000 --threads=1 --time=10 oltp_point_select.lua run
8 CPUs
${log.replace(/^Number of threads: 1$/m, '$&\nInitializing random number generator from current time\n\n\nInitializing worker threads...')}`;
}

/** Logs of a small run by file name. */
export function sampleLogs(): Record<string, string> {
  return {
    'sb.o.point-query.range100.pk1.dop1': logOf(12_345.67),
    'sb.o.insert.range100.pk1.dop1': logOf(2_345.6),
    'conf.diff': 'shared_buffers = 22GB\n',
  };
}

/** iostat of one test: an array that moves more than the single disk. */
export function iostatLog(): string {
  const header = 'Device            r/s     rkB/s     w/s     wkB/s  %util\n';
  const report = `${header}md2             10.00     80.00  200.00   1600.00   9.00\nsdb              1.00      8.00    2.00     16.00   1.00\n\n`;
  return `Linux 6.8.0 (pn53)  03/19/2025  _x86_64_  (8 CPU)\n\n\n${report.repeat(3)}`;
}

/** Writes them into a run directory and returns its path. */
export async function writeLogs(folder: string, runDirectory: string): Promise<string> {
  const directory = path.join(folder, runDirectory);
  await mkdir(directory, { recursive: true });
  for (const [name, text] of Object.entries(sampleLogs())) await writeFile(path.join(directory, name), text);
  return directory;
}
