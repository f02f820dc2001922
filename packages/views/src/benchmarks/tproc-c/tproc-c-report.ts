import { loadVersions } from '../load-versions';
import type { Report } from '../report-source';
import { prepareTprocC } from './prepare-tproc-c';

/** Virtual users × warehouses: NOPM absolute, relative, and TPM. */
export const tprocCReport: Report = {
  load: (source, asked) =>
    loadVersions(source, asked, {
      kind: 'tproc-c',
      benchmark: 'tproc-c',
      prepare: prepareTprocC,
      notes: () => [],
    }),
  lesson: {
    heading: 'No TPROC-C run is loaded yet',
    logs: 'Load the output of HammerDB, one directory or tarball per number of virtual users and warehouses:',
    files:
      'res.<dbms>.load<build VU>.vu<VU>.w<warehouses>.<ramp-up>.<minutes>/o.*.run.out, or HammerDB’s own log',
    command: 'npx basecase ingest res.pg.load8.vu6.w100.5.120.tar.gz --server my-server',
    more: 'Existing tables are read as well: sum.res.*.csv.',
  },
};
