import type { ReportBenchmark } from '@basecase/views/url';
import { TopBar } from '../../ui/page/top-bar';
import { ReportLinks } from './report-head';

/** What a benchmark's logs are called and how they get here. */
const LESSONS: Readonly<
  Record<ReportBenchmark, { heading: string; logs: string; files: string; command: string; more: string }>
> = {
  'insert-benchmark': {
    heading: 'No Insert Benchmark run is loaded yet',
    logs: 'Give Basecase the directory of a run, one directory per step (l.i0, l.x, l.i1, l.i2, qr100.L1, …):',
    files: 'o.ib.dop*.* (clients), o.res.dop* (report), o.vm.dop* and o.io.dop* (vmstat and iostat)',
    command: 'npx basecase ingest 20m.pg184_rel.x10b_c8r32.tar.gz --server my-server',
    more: 'Tables that were already made are read as well: o.sum.t.* and mrg.*.',
  },
  fio: {
    heading: 'No fsync study is loaded yet',
    logs: 'Give Basecase the output of fio, run for each block size without sync, with fsync=1 and with fdatasync=1:',
    files: 'o.<filesystem>.<server>.secs<seconds>.<jobs>, or fio’s normal, JSON or terse output',
    command: 'npx basecase ingest o.ext4.my-server.secs300.1 --server my-server',
    more: 'One upload per server: each is a row here, so that devices stand below each other.',
  },
  'tproc-c': {
    heading: 'No TPROC-C run is loaded yet',
    logs: 'Give Basecase the output of HammerDB, one directory or tarball per number of virtual users and warehouses:',
    files:
      'res.<dbms>.load<build VU>.vu<VU>.w<warehouses>.<ramp-up>.<minutes>/o.*.run.out, or HammerDB’s own log',
    command: 'npx basecase ingest res.pg.load8.vu6.w100.5.120.tar.gz --server my-server',
    more: 'Tables that were already made are read as well: sum.res.*.csv.',
  },
  db_bench: {
    heading: 'No db_bench run is loaded yet',
    logs: 'Give Basecase the directories that benchmark.sh wrote, one per version, for byrx, iobuf and iodir:',
    files: 'benchmark_<test>.t<threads>.log, report.tsv',
    command: 'npx basecase ingest bm.lc.nt8.d0/ --server my-server --set workload=iobuf',
    more: 'Tables that were already made are read as well: summary.tsv and sum.<workload>.txt.',
  },
};

/** Nothing is loaded for this report: which logs to upload, and how. */
export function EmptyReport({ benchmark }: { benchmark: ReportBenchmark }) {
  const { heading, logs, files, command, more } = LESSONS[benchmark];
  return (
    <>
      <TopBar current={null} />
      <main id="main">
        <div className="bar bm-empty-bar">
          <ReportLinks current={benchmark} />
        </div>
        <div className="empty">
          <h1>{heading}</h1>
          <p>{logs}</p>
          <p>
            <code>{files}</code>
          </p>
          <pre className="bm-command">{command}</pre>
          <p>
            {more} Without the command line: <a href="/upload">upload it in the browser</a>.
          </p>
        </div>
      </main>
    </>
  );
}
