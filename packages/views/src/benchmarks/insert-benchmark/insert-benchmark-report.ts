import { loadVersions } from '../load-versions';
import type { Report } from '../report-source';
import { prepareInsertBenchmark } from './prepare-insert-benchmark';

/** Three tables as its authors publish them, then all numbers of one step. */
export const insertBenchmarkReport: Report = {
  load: (source, asked) =>
    loadVersions(source, asked, {
      kind: 'insert-benchmark',
      benchmark: 'insert-benchmark',
      prepare: prepareInsertBenchmark,
      notes: ({ workload: { relativeTo } }) =>
        relativeTo === null
          ? []
          : [
              `Published as ratios to ${relativeTo.base}: there is no absolute throughput and no insert rate to show.`,
            ],
    }),
  lesson: {
    heading: 'No Insert Benchmark run is loaded yet',
    logs: 'Load the directory of a run, one directory per step (l.i0, l.x, l.i1, l.i2, qr100.L1, …):',
    files: 'o.ib.dop*.* (clients), o.res.dop* (report), o.vm.dop* and o.io.dop* (vmstat and iostat)',
    command: 'npx basecase ingest 20m.pg184_rel.x10b_c8r32.tar.gz --server my-server',
    more: 'Existing tables are read as well: o.sum.t.* and mrg.*.',
  },
};
