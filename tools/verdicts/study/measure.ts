import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type DataSet,
  DEFAULT_RULE,
  type Measured,
  type MeasuredRates,
  measuredTable,
  RULE_VERSION,
} from '@basecase/analysis';
import { corpusCases, figuresOf, SIZES } from '../judge-tables';
import { CLAIMS, judgeClaims } from './claims';
import { recorder } from './recorder';
import { annotated, cloud, seriesAtEnd, seriesEver, simulation, tpch } from './sections';

const ROOT = resolve(import.meta.dirname, '../../..');
const RATES = resolve(ROOT, 'packages/analysis/src/verdicts/measured-rates.json');
const METHOD = resolve(ROOT, 'docs/method.md');

/** Where the data are: a directory of data sets of others, and directories with tables of one author. */
export interface StudyData {
  data: string;
  corpora: readonly string[];
}

/** Measures the rule in force on every data set. */
async function measure({ data, corpora }: StudyData): Promise<MeasuredRates> {
  const withQ = (q: number) => tpch(data, { ...DEFAULT_RULE, q });
  const rates: Record<DataSet, Measured> = {
    'simulated 2': simulation(2),
    'simulated 3': simulation(3),
    'simulated 4': simulation(4),
    'simulated 6': simulation(6),
    'simulated 8': simulation(8),
    'simulated 12': simulation(12),
    'simulated 20': simulation(20),
    'cloud 2': cloud(data, [2, 2]),
    'cloud 4': cloud(data, [4, 4]),
    'cloud 8': cloud(data, [8, 8]),
    'cloud 2 and 1': cloud(data, [2, 1], { sizes: [0.2, 0.4] }),
    author: await author(corpora),
    tpch: tpch(data),
    'tpch q 0.05': withQ(0.05),
    'tpch q 0.07': withQ(0.07),
    'tpch q 0.08': withQ(0.08),
    'tpch q 0.12': withQ(0.12),
    'series end': seriesAtEnd(data),
    'series ever': seriesEver(data),
    tcpd: annotated(data),
    claims: claims(),
    recorder: recorder(),
  };
  return { ruleVersion: RULE_VERSION, rates };
}

async function author(corpora: readonly string[]): Promise<Measured> {
  const known = new Map<string, Awaited<ReturnType<typeof corpusCases>>[number]>();
  for (const root of corpora)
    for (const one of await corpusCases(root, true)) {
      // Two corpora hold one directory of the archive.
      const name =
        one.directory.split('/').at(-1) === one.directory
          ? one.directory
          : one.directory.replace(/^bench\/arc\//, '');
      if (!known.has(name)) known.set(name, one);
    }
  const figures = figuresOf([...known.values()].flatMap(({ cases }) => cases));
  return {
    of: figures.tables,
    falseFlags: Number(figures.falseFlags.toFixed(2)),
    found: SIZES.map((size, index) => [size, Math.round(100 * (figures.found[index] ?? 0))] as const),
  };
}

export function claims(): Measured {
  const file = resolve(ROOT, 'data/published/published.csv');
  const marks = (server: 'dedicated' | 'unknown') => judgeClaims(file, server).map(({ mark }) => mark);
  const isSure = (mark: string) => mark === 'sure' || mark === 'small';
  return {
    ...{ of: CLAIMS.flatMap(({ tests }) => tests).length, falseFlags: null, found: [] },
    claims: [
      marks('dedicated').filter(isSure).length,
      marks('unknown').filter((mark) => isSure(mark) || mark === 'possible').length,
    ],
  };
}

/** Between these the table of docs/method.md is written. */
const BEGIN = '<!-- measured by npm run verdicts -->\n';
const END = '<!-- end of the measured table -->';

/** The table as Markdown. */
function drawRates(rates: MeasuredRates): string {
  const head = ['data', 'tables or series', 'false', 'found as sure'];
  return [head, head.map(() => '---'), ...measuredTable(rates)]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

/** Measures, and writes the table into the code and the document. */
export async function measureAndWrite(data: StudyData): Promise<string> {
  const rates = await measure(data);
  writeFileSync(RATES, JSON.stringify(rates));
  execFileSync('npx', ['biome', 'check', '--write', RATES], { cwd: ROOT, stdio: 'ignore' });
  const table = drawRates(rates);
  const text = readFileSync(METHOD, 'utf8');
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before === -1 || after === -1) throw new Error('docs/method.md has no place for the table');
  writeFileSync(METHOD, `${text.slice(0, before + BEGIN.length)}\n${table}\n${text.slice(after)}`);
  return table;
}
