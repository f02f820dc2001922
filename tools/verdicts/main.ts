// `npm run verdicts`: measures the rule on the data sets of docs/method.md §7, and writes their table into it and into the code.
// With arguments: see judge-tables.ts.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { judgeFiles } from './judge-tables';
import { measureAndWrite, type StudyData } from './study/measure';

/** Data of others, for measuring only: they are not part of the project. */
function studyData(): StudyData {
  const beside = (path: string) => resolve(import.meta.dirname, '../../../shared', path);
  const { BASECASE_STUDY = beside('verdicts3/data'), BASECASE_CORPUS = beside('corpus') } = process.env;
  const corpora = [BASECASE_CORPUS, resolve(BASECASE_CORPUS, '../corpus3')]
    .map((corpus) => join(corpus, 'mdcallag+mytools'))
    .filter((corpus) => existsSync(corpus));
  if (!existsSync(BASECASE_STUDY) || corpora.length === 0)
    throw new RangeError(
      'no data to measure with: set BASECASE_STUDY and BASECASE_CORPUS to their directories',
    );
  return { data: BASECASE_STUDY, corpora };
}

try {
  if (process.argv.length > 2) await judgeFiles();
  else console.log(await measureAndWrite(studyData()));
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`);
  console.error('usage: npm run verdicts [-- [FILE [--positions]] [--corpus DIR [--cached]]]');
  process.exitCode = 1;
}
