import type { Histogram } from '../../../model/details';
import type { FioJob, FioLatency } from '../fio-log';

/** The latency distribution that every block has, in percent of the IOs, and the bins of JSON+, in IOs. */
export function toHistograms(of: string, job: FioJob): Histogram[] {
  const histograms: Histogram[] = [];
  const lines = job.distribution.map(({ line }) => line);
  if (lines.length > 0) {
    const buckets = job.distribution.map(({ upTo, percent }) => ({ upTo, count: percent }));
    histograms.push({
      id: 'latency_percent',
      label: 'Latency, % of IOs',
      unit: 's',
      of,
      buckets: buckets.sort(byBound),
      line: Math.min(...lines),
      lineEnd: Math.max(...lines),
    });
  }
  for (const { name, clat, lat } of job.directions) {
    histograms.push(...ofBins({ id: `${name}_clat`, label: `${name} clat, IOs`, of }, clat));
    histograms.push(...ofBins({ id: `${name}_lat`, label: `${name} lat, IOs`, of }, lat));
  }
  histograms.push(...ofBins({ id: 'sync', label: 'sync, IOs', of }, job.sync));
  return histograms;
}

function ofBins(head: Pick<Histogram, 'id' | 'label' | 'of'>, latency: FioLatency | null): Histogram[] {
  const [first] = latency?.bins ?? [];
  const last = latency?.bins.at(-1);
  if (!latency || !first || !last) return [];
  const buckets = latency.bins.map(({ upTo, count }) => ({ upTo, count }));
  return [{ ...head, unit: 's', buckets: buckets.sort(byBound), line: first.line, lineEnd: last.line }];
}

function byBound(a: { upTo: number | null }, b: { upTo: number | null }): number {
  return (a.upTo ?? Number.POSITIVE_INFINITY) - (b.upTo ?? Number.POSITIVE_INFINITY);
}
