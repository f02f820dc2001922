// `npm run verdicts -- FILE`: how often the rule of verdicts is wrong, on tables in which nothing should differ. FILE is
// [{"source", "kind", "x": [ln ratio by test]}], the tables of a source in the order of time, each beginning with the run that
// the one before it ends with; `--positions`: a place in x is the same test in all tables of a source. `--corpus DIR`: on the
// A/A pairs of the sysbench tables under a directory; `--cached`: also those that do not show it. docs/method.md §7 explains what
// the figures mean.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type CorpusCases, corpusCases } from './corpus-cases';
import { figuresOf } from './count-flags';
import { linesOf } from './figures-of-others';
import { printFigures } from './print-figures';
import { readTables } from './tables';

/** Of your own calibrated servers. */
const CORPUS_GOAL = 0.1;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      corpus: { type: 'string' },
      cached: { type: 'boolean', default: false },
      positions: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (more.length > 0 || (file === undefined && values.corpus === undefined)) {
    throw new RangeError('one file of tables, or --corpus');
  }
  if (file !== undefined) {
    const tables = readTables(await readFile(file, 'utf8'));
    console.log(printFigures(['machine', 'known', 'called'], linesOf(tables, values.positions)));
  }
  if (values.corpus !== undefined)
    console.log(printCorpus(await corpusCases(values.corpus, values.cached || null)));
  console.log(
    'In brackets: of tests with a sigma up to 1.5%. Wanted with one run on each side: 75% of 7% and 90% of 10%, in brackets 95% of 7%; with two: 85 and 95%.',
  );
}

function printCorpus(found: readonly CorpusCases[]): string {
  const all = found.flatMap(({ cases }) => cases);
  if (all.length === 0) return 'No A/A pairs.';
  const lines = found.map(({ directory, clients, cached, cases }) => ({
    names: [
      `${directory}, ${clients ?? '?'} clients, ${cached === null ? '?' : cached ? 'cached' : 'IO-bound'}`,
    ],
    figures: figuresOf(cases),
    goal: null,
  }));
  return printFigures(
    ['A/A pairs of'],
    [...lines, { names: ['all'], figures: figuresOf(all), goal: CORPUS_GOAL }],
  );
}

try {
  await main();
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`);
  console.error('usage: npm run verdicts -- [FILE [--positions]] [--corpus DIR [--cached]]');
  process.exitCode = 1;
}
