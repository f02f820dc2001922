const LOGS = `mkdir x.pg184_rel.x10a_c8r32.pk1 && cd x.pg184_rel.x10a_c8r32.pk1
vmstat 1 > sb.vm.point-query.range100.pk1.dop1 &
iostat -y -kx 1 > sb.io.point-query.range100.pk1.dop1 &
sysbench … oltp_point_select run > sb.o.point-query.range100.pk1.dop1
kill %1 %2`;

/** How to get results on one's own machine, and how to send them here. */
export function RecordSteps() {
  return (
    <div className="record-steps">
      <p>
        This records sysbench against two versions of PostgreSQL on a Linux machine, with a checkout of
        Basecase, in interleaved rounds until each test is known to ± 3%, one tarball per version:
      </p>
      <pre>npx basecase record --postgres 17,18 --out runs</pre>
      <p>Your own scripts need one directory per version, with the output of each test and of both tools:</p>
      <pre>{LOGS}</pre>
      <p>Then send them, from that machine or from this one:</p>
      <pre>npx basecase upload runs/*.tar.gz --url http://this-server:3000 --server my-server</pre>
      <pre>npx basecase ingest path/to/runs --server my-server</pre>
    </div>
  );
}
