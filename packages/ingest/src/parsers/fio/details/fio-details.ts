import type { DetailsBuilder } from '../../../files/details-builder';
import { SeriesBuilder } from '../../../files/series-builder';
import type { Histogram } from '../../../model/details';
import type { NumberAt } from '../../number-line';
import { toTestName } from '../assemble/test-name';
import type { FioFormat, FioJob, FioLatency } from '../fio-log';
import type { TrackedSection } from '../reading/section-tracker';

/** Of one file. */
export const MAX_FACTS = 30_000;
const MAX_HISTOGRAMS = 1500;
const MAX_SERIES = 500;
/** fio's status reports count from the start of the run, not from the report before. */
const IOPS = { id: 'iops_since_start', label: 'IOPS since start', unit: 'IO/s' };

/**
 * What a fio log holds beyond its results, of the last report of each run: every printed value of every job as facts,
 * latency distributions and JSON+ bins as histograms; and of all reports of --status-interval the IO/s so far.
 */
export function newFioDetails(details: DetailsBuilder) {
  /** Points of the current run. */
  let current: { section: TrackedSection; format: FioFormat; builders: Map<string, SeriesBuilder> } | null =
    null;
  /** Earlier occurrences of each test name, to number the repeats. */
  const seen = new Map<string, number>();

  /** `fsync=1_16K`, `fsync=1_16K repeat 2 job 3` */
  const nameJobs = (section: TrackedSection, jobs: readonly FioJob[]): string[] => {
    const tests = jobs.map((job) => toTestName(section, job));
    const repeats = new Map([...new Set(tests)].map((test) => [test, (seen.get(test) ?? 0) + 1]));
    for (const [test, repeat] of repeats) seen.set(test, repeat);
    const numbers = new Map<string, number>();
    return tests.map((test) => {
      const number = (numbers.get(test) ?? 0) + 1;
      numbers.set(test, number);
      const isClone = tests.indexOf(test) !== tests.lastIndexOf(test);
      const repeat = repeats.get(test) ?? 1;
      return `${test}${repeat > 1 ? ` repeat ${repeat}` : ''}${isClone ? ` job ${number}` : ''}`;
    });
  };

  return {
    section(section: TrackedSection, jobs: readonly FioJob[]): void {
      const { finished, histograms } = details;
      const builders = current?.section === section ? current.builders.values() : [];
      current = null;
      const several = [...builders].map((each) => each.build()).filter(({ seconds }) => seconds.length > 1);
      if (finished.length < MAX_SERIES) finished.push(...several);
      const names = nameJobs(section, jobs);
      for (const [index, job] of jobs.entries()) {
        const of = names[index] ?? job.name;
        addFacts(details, of, job);
        if (histograms.length < MAX_HISTOGRAMS) histograms.push(...toHistograms(of, job));
      }
    },

    report(section: TrackedSection, jobs: readonly FioJob[], format: FioFormat): void {
      if (current?.section !== section) current = { section, format, builders: new Map() };
      // Of several formats the first one that comes: they say the same.
      if (current.format !== format) return;
      const sums = new Map<string, { iops: number; second: number; line: number }>();
      for (const job of jobs) {
        for (const { iops, runtime } of job.directions) {
          const key = toTestName(section, job);
          const sum = sums.get(key) ?? { iops: 0, second: 0, line: iops.line };
          sum.iops += iops.value;
          sum.second = Math.max(sum.second, runtime?.value ?? 0);
          sums.set(key, sum);
        }
      }
      const { builders } = current;
      for (const [of, { iops, second, line }] of sums) {
        const builder = builders.get(of) ?? new SeriesBuilder({ ...IOPS, of });
        builders.set(of, builder);
        builder.add(second, iops, line);
      }
    },
  };
}

/** What one block printed: IO/s, bandwidth, latencies with all percentiles, CPU, IO depths. */
function addFacts({ facts }: DetailsBuilder, group: string, job: FioJob): void {
  const add = (name: string, at: NumberAt | null, unit: string) => {
    if (at) facts.add({ group, name, value: String(at.value), number: at.value, unit, line: at.line });
  };
  const addLatency = (name: string, latency: FioLatency | null) => {
    if (!latency) return;
    add(`${name} min`, latency.min, 's');
    add(`${name} avg`, latency.avg, 's');
    add(`${name} max`, latency.max, 's');
    for (const at of latency.percentiles) add(`${name} p${at.percent}`, at, 's');
  };
  if (job.error) facts.add({ group, name: 'error', value: job.error, number: null, line: job.line });
  for (const { name, iops, bandwidth, runtime, bytes, clat, lat } of job.directions) {
    add(`${name} IOPS`, iops, 'IO/s');
    add(`${name} bandwidth`, bandwidth, 'B/s');
    add(`${name} run time`, runtime, 's');
    add(`${name} bytes`, bytes === null ? null : { value: bytes, line: iops.line }, 'B');
    addLatency(`${name} clat`, clat);
    addLatency(`${name} lat`, lat);
  }
  addLatency('sync', job.sync);
  for (const note of job.notes) facts.add({ group, ...note, number: Number(note.value) });
}

/** The latency distribution that every block has, in percent of the IOs, and the bins of JSON+, in IOs. */
function toHistograms(of: string, job: FioJob): Histogram[] {
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
