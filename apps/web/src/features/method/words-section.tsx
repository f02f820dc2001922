import { Section, Word } from './section';

/** The words of the pages, for who comes from a link. */
export function WordsSection() {
  return (
    <Section id="words" title="Words">
      <dl className="words">
        <Word word="Base">The column that every other number is divided by.</Word>
        <Word word="Ratio, relative QPS">
          Throughput of a version / throughput of the base. Above 1 is faster; 0.90 is 10% less.
        </Word>
        <Word word="Test">
          One row of a heatmap: a microbenchmark with its range, or one step of a benchmark.
        </Word>
        <Word word="Workload">
          A benchmark with all that must be equal for a fair comparison: size of the data, clients, cached or
          IO-bound.
        </Word>
        <Word word="Run, repeat">
          A run is one execution of a workload by one version. Of a test that was run again the median counts.
        </Word>
        <Word word="A/A pair">Two runs of what should be the same.</Word>
        <Word word="σ, sigma">
          How far two single runs of a test lie apart when nothing changed: the standard deviation of the
          logarithm of their ratio.
        </Word>
        <Word word="cpu/o, cs/o, r/o, rKB/o, wKB/o">
          CPU, context switches, storage reads, KB read and KB written for one operation.
        </Word>
        <Word word="Record">
          One regression or improvement: server, workload, test and first bad version, with what people
          decided about it.
        </Word>
        <Word word="Campaign">
          What was measured together on one server, as its people name it. Where nobody did, each upload is
          its own.
        </Word>
      </dl>
    </Section>
  );
}
