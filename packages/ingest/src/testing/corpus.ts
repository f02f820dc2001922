import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { gunzipSync } from 'node:zlib';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../../..');

/**
 * Real logs of public archives, which are not part of the project: `../shared/corpus`, or the directory
 * that BASECASE_CORPUS names. Null when there is none.
 */
export const CORPUS: string | null = findCorpus(env['BASECASE_CORPUS'], '../shared/corpus');

/** The second one, of further tools: `../shared/corpus2`, or BASECASE_CORPUS2. */
const CORPUS2: string | null = findCorpus(env['BASECASE_CORPUS2'], '../shared/corpus2');

/** The third one, of directories with any naming scheme: `../shared/corpus3`, or BASECASE_CORPUS3. */
export const CORPUS3: string | null = findCorpus(
  env['BASECASE_CORPUS3'],
  '../shared/corpus3',
  'expected.tsv',
);

/** Name of a suite that needs the corpus: explains what to do when it is skipped. */
export function corpusTitle(title: string): string {
  return CORPUS ? title : `${title} (skipped: no corpus; set BASECASE_CORPUS to its directory)`;
}

export interface CorpusRow {
  path: string;
  tool: string;
  variant: string;
  /** `QPS=67912.51; errors=0` as a map. */
  expected: Map<string, string>;
}

/** Rows of index.tsv of every corpus that is there. */
export function readIndex(): CorpusRow[] {
  const ofFirst = CORPUS ? readTsv(CORPUS, 'index.tsv') : [];
  const ofSecond = CORPUS2 ? readTsv(CORPUS2, 'index.tsv') : [];
  return [
    ...ofFirst.map(([file, tool, variant, , expected]) => toRow(file, tool, variant, expected)),
    ...ofSecond.map(([file, tool, variant, , expected]) => toRow(file, tool, variant, expected)),
  ];
}

function toRow(file = '', tool = '', variant = '', expected = ''): CorpusRow {
  return { path: file, tool, variant, expected: toExpected(expected) };
}

/** Rows of index.tar_members.tsv: members of the run tarballs. */
export function readMemberIndex(): (CorpusRow & { tarball: string })[] {
  if (!CORPUS) return [];
  return readTsv(CORPUS, 'index.tar_members.tsv').map(
    ([tarball = '', member = '', tool = '', expected = '']) => ({
      tarball,
      path: member,
      tool,
      variant: '',
      expected: toExpected(expected),
    }),
  );
}

/** Of the corpus that has the file; a path is in one of them. */
export function corpusPath(relative: string): string {
  const found = [CORPUS, CORPUS2]
    .flatMap((directory) => (directory ? [path.join(directory, relative)] : []))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error(`no corpus has ${relative}`);
  return found;
}

/** Bytes of a corpus file, unpacked. */
export function readCorpusFile(relative: string): Buffer {
  const bytes = readFileSync(corpusPath(relative));
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

function findCorpus(named: string | undefined, usual: string, index = 'index.tsv'): string | null {
  const directory = named ?? path.join(PROJECT_ROOT, usual);
  return existsSync(path.join(directory, index)) ? directory : null;
}

export function readTsv(directory: string, name: string): string[][] {
  const [, ...lines] = readFileSync(path.join(directory, name), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split('\t'));
}

/** A repeated key, as in repeats of one benchmark, is `key #2`. */
function toExpected(cell: string): Map<string, string> {
  const expected = new Map<string, string>();
  for (const pair of cell.split('; ')) {
    const at = pair.indexOf('=');
    const [key, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    let free = key;
    for (let count = 2; expected.has(free); count++) free = `${key} #${count}`;
    expected.set(free, value);
  }
  return expected;
}
