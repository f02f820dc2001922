/** The product in one sentence, and the first steps. */
export function Hero() {
  return (
    <div className="hero">
      <div>
        <h1>Basecase finds what got slower between database versions, since which one, and why.</h1>
        <p>
          It reads the output of sysbench, pgbench, Insert Benchmark, db_bench, TPROC-C, TPC-C, YCSB, fio and
          micro-benchmarks, with their vmstat and iostat logs, and the numbers of any other tool.
        </p>
      </div>
      <div className="hero-actions">
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
