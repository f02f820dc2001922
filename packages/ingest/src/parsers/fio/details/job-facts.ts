import type { Fact } from '../../../model/details';
import type { FioJob, FioLatency, Located } from '../fio-log';

/** What one block printed: IO/s, bandwidth, latencies with all percentiles, CPU, IO depths. */
export function toFacts(group: string, job: FioJob): Fact[] {
  const facts: Fact[] = [];
  const add = (name: string, located: Located | null, unit: string) => {
    if (!located) return;
    const { value, line } = located;
    facts.push({ group, name, value: String(value), number: value, unit, line });
  };
  const addLatency = (name: string, latency: FioLatency | null) => {
    if (!latency) return;
    add(`${name} min`, latency.min, 's');
    add(`${name} avg`, latency.avg, 's');
    add(`${name} max`, latency.max, 's');
    for (const located of latency.percentiles) add(`${name} p${located.percent}`, located, 's');
  };
  if (job.error) {
    facts.push({ group, name: 'error', value: job.error, number: null, unit: null, line: job.line });
  }
  for (const { name, iops, bandwidth, runtime, bytes, clat, lat } of job.directions) {
    add(`${name} IOPS`, iops, 'IO/s');
    add(`${name} bandwidth`, bandwidth, 'B/s');
    add(`${name} run time`, runtime, 's');
    add(`${name} bytes`, bytes === null ? null : { value: bytes, line: iops.line }, 'B');
    addLatency(`${name} clat`, clat);
    addLatency(`${name} lat`, lat);
  }
  addLatency('sync', job.sync);
  for (const { name, value, line } of job.notes) {
    const number = Number(value);
    facts.push({ group, name, value, number: Number.isFinite(number) ? number : null, unit: null, line });
  }
  return facts;
}
