import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';
import { filesBelow } from './citus-tests.mjs';

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bmock\()\s*['"`]([^'"`\n]+)['"`]/g;
/** `./a/b`, `../../a`, `..`: dots only at the start, and only as many as are needed. */
const SHORTEST = /^(?:\.|\.\.(?:\/\.\.)*)(?:\/(?!\.{1,2}(?:\/|$))[^/]+)*$/;
/** Forms that the import rules of the linter do not see. */
const UNSEEN = [
  /\bimport\(\s*`/,
  /\bimport\(\s*['"](?:\.|@basecase)[^'"]*['"]\s*\)\s*\.\s*[A-Z]/,
  /\brequire\(/,
];

/** @param {string} text @returns {string[]} specifiers that name a file in a roundabout way */
const roundabout = (text) =>
  [...text.matchAll(SPECIFIER)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => specifier.startsWith('.') && !isShortest(specifier));

/** @param {string} folder relative to the root @returns {string[]} its sources, tests left out */
const sourcesIn = (folder) =>
  filesBelow(folder).filter(
    (file) => /^[^/]+\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test\.|\/(generated|fixtures)\//.test(file),
  );

/** @param {string} specifier */
const isShortest = (specifier) => SHORTEST.test(specifier) && !specifier.includes('node_modules');

/** @param {string} text */
const unseen = (text) => UNSEEN.filter((form) => form.test(text)).map(String);

it.each([
  [`import { a } from './../share/share';`, 1],
  [`export * from '../../ui/../server/database';`, 1],
  [`import '../../../node_modules/react/index.js';`, 1],
  [`import { a } from './';`, 1],
  [`import { a } from '../share/./share';`, 1],
  [`import { a } from './share';\nimport b from '../../c/d.css';\nexport * from '..';`, 0],
])('knows a roundabout path: %s', (text, count) => {
  expect(roundabout(text)).toHaveLength(count);
});

it.each([
  ['const a = await import(`@basecase/db`);', 1],
  [`let a: import('@basecase/db').Database;`, 1],
  [`const a = require('../server/database');`, 1],
  [`const a = await import('./share').then(({ b }) => b);`, 0],
])('knows a form of import that lint does not see: %s', (text, count) => {
  expect(unseen(text)).toHaveLength(count);
});

it('imports are written so that the rules of lint see them', async () => {
  const files = ['packages', 'apps'].flatMap(sourcesIn);
  expect(files.length).toBeGreaterThan(500);
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(fromRoot(file), 'utf8');
      return [...roundabout(text), ...unseen(text)].map((what) => `${file}: ${what}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});
