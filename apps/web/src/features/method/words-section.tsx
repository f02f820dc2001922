import { Section, Word } from './section';

/** Glossary of the pages. */
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
          A benchmark with everything that must be equal for a fair comparison: dataset size, clients, cached
          or IO-bound.
        </Word>
        <Word word="Run, repeat">
          A run is one execution of a workload by one version. For repeats of a test, the median counts.
        </Word>
        <Word word="A/A pair">Two runs that should give the same result.</Word>
        <Word word="σ, sigma">
          How far apart two single runs of a test are when nothing changed: the standard deviation of the
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
          Runs measured together on one server, under a name that people give them. Without a name, each
          upload is its own campaign.
        </Word>
      </dl>
    </Section>
  );
}
