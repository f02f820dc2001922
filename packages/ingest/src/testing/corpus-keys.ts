import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { FileDetails } from '../model/details';
import type { Diagnostic } from '../model/diagnostic';
import type { Artifact, NormalizedRun } from '../model/run';
import type { ParsedLog } from '../parsers/parser';
import type { CorpusRow } from './corpus';

/** One corpus file as this package reads it. */
export interface CorpusFile {
  path: string;
  artifact: Artifact;
  log: ParsedLog | null;
  /** Null when the parser has none. */
  details: FileDetails | null;
  /** Runs that the file alone gives. */
  runs: NormalizedRun[];
  diagnostics: Diagnostic[];
}

export type CorpusAnswers = Readonly<Record<string, string | number | undefined>>;

/** How the expected keys of one family's rows are answered by what was read. */
export interface CorpusKeys {
  /** Values of the index's column `tool`. */
  tools: readonly string[];
  /** A number is compared with the digits that the row prints, a text as it is. A key without an answer fails. */
  answers(row: CorpusRow, file: CorpusFile): CorpusAnswers;
  /** Keys that hold no number to check, with the reason. */
  notNumbers?: Readonly<Record<string, string>>;
  /** Rows that are not checked, or checked in part, with the evidence. */
  exceptions?: readonly CorpusException[];
}

export interface CorpusException {
  match: RegExp;
  /** Keys that are excepted; left out: the whole row. */
  keys?: readonly string[];
  reason: string;
}

const KEYS = path.join(import.meta.dirname, 'corpus-keys');

/** The expected answers of each format with files in the corpus, from the folder `corpus-keys`. */
export async function loadCorpusKeys(): Promise<CorpusKeys[]> {
  return Promise.all(readdirSync(KEYS).map((name) => loadKeys(path.join(KEYS, name))));
}

async function loadKeys(file: string): Promise<CorpusKeys> {
  const { corpusKeys } = (await import(file)) as { corpusKeys?: CorpusKeys };
  if (!corpusKeys) throw new Error(`${file} must export corpusKeys`);
  return corpusKeys;
}
