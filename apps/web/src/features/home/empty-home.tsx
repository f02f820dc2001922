import { Section } from '../../ui/page/section';

/** The home page without data: each section explains its future content. */
export function EmptyHome() {
  return (
    <main id="main" className="page">
      <Hero />
      <div className="cols home">
        <div className="stack">
          <Section title="Start here" hint="nothing is stored yet">
            <ol className="steps">
              <li>
                <h3>Have results already?</h3>
                <p>
                  Drop the tarball or the folder that your scripts wrote on this page: sysbench logs, with
                  vmstat and iostat logs next to them. You see a preview before anything is saved.
                </p>
                <a className="button" href="/upload">
                  Choose files
                </a>
              </li>
              <li id="record">
                <h3>No results yet?</h3>
                <RecordSteps />
              </li>
              <li>
                <h3>Only want to look?</h3>
                <p>
                  The samples are five releases of PostgreSQL that this project recorded on a 2-core server.
                  Each can be deleted on its upload page.
                </p>
                <pre>npx basecase ingest samples/*.tar.gz</pre>
              </li>
            </ol>
          </Section>
          <Section title="Releases">
            <p className="inset mid">
              With two releases of one product on one server, with the same config and build, their change
              stands here.
            </p>
          </Section>
        </div>
        <div className="stack">
          <Section title="Servers">
            <p className="inset mid">A server is made by its first upload.</p>
          </Section>
          <Section title="Products">
            <p className="inset mid">None yet.</p>
          </Section>
        </div>
      </div>
    </main>
  );
}

/** The product in one sentence, and the first steps. */
function Hero() {
  return (
    <div className="hero">
      <div>
        <h1>Basecase finds what got slower between database versions, since which one, and why.</h1>
        <p>
          It reads the output of sysbench, pgbench, Insert Benchmark, db_bench, TPROC-C, TPC-C, YCSB, fio and
          micro-benchmarks, with their vmstat and iostat logs, and the numbers of any other tool.
        </p>
      </div>
      <div className="hero-actions push">
        <a className="button primary" href="/upload">
          Upload results
        </a>
        <a className="button" href="#record">
          Record on your machine
        </a>
      </div>
    </div>
  );
}

const LOGS = `mkdir x.pg184_rel.x10a_c8r32.pk1 && cd x.pg184_rel.x10a_c8r32.pk1
vmstat 1 > sb.vm.point-query.range100.pk1.dop1 &
iostat -y -kx 1 > sb.io.point-query.range100.pk1.dop1 &
sysbench … oltp_point_select run > sb.o.point-query.range100.pk1.dop1
kill %1 %2`;

/** How to get results on one's own machine, and how to send them here. */
function RecordSteps() {
  return (
    <div className="record-steps mid anywhere">
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
