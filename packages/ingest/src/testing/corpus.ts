import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { gunzipSync } from 'node:zlib';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../../..');

/**
 * Real logs of public archives, which are not part of the project: `../shared/corpus` beside it, or the directory
 * that BASECASE_CORPUS names. Null when there is none.
 */
export const CORPUS: string | null = findCorpus();

/** Name of a suite that needs the corpus: says what to do when it is skipped. */
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

/** Rows of index.tsv. */
export function readIndex(): CorpusRow[] {
  return readTsv('index.tsv').map(([file = '', tool = '', variant = '', , expected = '']) => ({
    path: file,
    tool,
    variant,
    expected: toExpected(expected),
  }));
}

/** Rows of index.tar_members.tsv: members of the run tarballs. */
export function readMemberIndex(): (CorpusRow & { tarball: string })[] {
  return readTsv('index.tar_members.tsv').map(([tarball = '', member = '', tool = '', expected = '']) => ({
    tarball,
    path: member,
    tool,
    variant: '',
    expected: toExpected(expected),
  }));
}

export function corpusPath(relative: string): string {
  if (CORPUS === null) throw new Error('no corpus');
  return path.join(CORPUS, relative);
}

/** Bytes of a corpus file, unpacked. */
export function readCorpusFile(relative: string): Buffer {
  const bytes = readFileSync(corpusPath(relative));
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

function findCorpus(): string | null {
  const { BASECASE_CORPUS } = env;
  const directory = BASECASE_CORPUS ?? path.join(PROJECT_ROOT, '../shared/corpus');
  return existsSync(path.join(directory, 'index.tsv')) ? directory : null;
}

function readTsv(name: string): string[][] {
  const [, ...lines] = readFileSync(corpusPath(name), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split('\t'));
}

function toExpected(cell: string): Map<string, string> {
  return new Map(
    cell.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
