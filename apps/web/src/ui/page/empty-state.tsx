/** Replaces the content when nothing is loaded, with the next steps. */
export function EmptyState() {
  return (
    <div className="empty">
      <h1>Nothing is loaded yet</h1>
      <p>
        Basecase reads raw benchmark logs: sysbench, pgbench, Insert Benchmark, db_bench, TPROC-C, TPC-C,
        YCSB, fio and micro-benchmarks, with their vmstat and iostat logs, and the numbers of any other tool
        as results.json. There are three ways to load them.
      </p>
      <h2>Drop an archive or a folder on this page</h2>
      <p>
        Or <a href="/upload">choose files</a>. You see what was found, and name the server, before anything
        counts.
      </p>
      <h2>Send it from the machine that ran it</h2>
      <pre>npx basecase upload runs.tar.gz --url http://this-server:3000 --server my-server</pre>
      <p>Or load a directory or a tarball on the machine that runs Basecase:</p>
      <pre>npx basecase ingest path/to/runs --server my-server</pre>
      <h2>Record some first</h2>
      <p>
        All you need is one directory per version, with the output of each test, and of vmstat and iostat, in
        it:
      </p>
      <pre>{`mkdir x.pg184_rel.x10a_c8r32.pk1 && cd x.pg184_rel.x10a_c8r32.pk1
vmstat 1 > sb.vm.point-query.range100.pk1.dop1 &
iostat -y -kx 1 > sb.io.point-query.range100.pk1.dop1 &
sysbench … oltp_point_select run > sb.o.point-query.range100.pk1.dop1
kill %1 %2`}</pre>
      <p>
        <code>npx basecase record --postgres 17,18</code> does this, in interleaved rounds, on the machine it
        runs on. To see a comparison without loading anything:{' '}
        <code>npx basecase compare base.tar.gz other.tar.gz</code>
      </p>
    </div>
  );
}
