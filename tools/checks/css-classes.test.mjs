import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';

const WEB = fromRoot('apps', 'web', 'src');
const VIEWS = fromRoot('packages', 'views', 'src');
/** Fills and marks of verdicts are named where verdicts are made. */
const ANALYSIS = fromRoot('packages', 'analysis', 'src');
/** Kinds of nights are named in documents. */
const CONTRACT = fromRoot('packages', 'contract', 'src');

/**
 * @param {string} directory
 * @param {RegExp} kind
 */
function texts(directory, kind) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => kind.test(file) && !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(path.join(directory, file), 'utf8') }));
}

/** @param {string} css without comments, strings and the insides of rules */
function classesOf(css) {
  const selectors =
    css
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/"[^"]*"/g, '')
      .match(/[^{};]+(?=\{)/g) ?? [];
  return selectors.flatMap((selector) =>
    [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => String(name)),
  );
}

/**
 * Words of the strings of a program. A comment may tell of a class that is gone, so comments are left out.
 * @param {string} code
 */
function wordsOf(code) {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const strings = bare.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [];
  return strings.flatMap((text) => text.match(/[\w-]+/g) ?? []);
}

it('no class is dressed that nothing has', () => {
  const code = [
    ...texts(WEB, /\.tsx?$/),
    ...texts(VIEWS, /\.ts$/),
    ...texts(ANALYSIS, /\.ts$/),
    ...texts(CONTRACT, /\.ts$/),
  ];
  const words = new Set(code.flatMap(({ text }) => wordsOf(text)));
  const sheets = texts(WEB, /\.css$/).map(({ file, text }) => ({ file, names: classesOf(text) }));
  const unused = sheets.flatMap(({ file, names }) =>
    names.filter((name) => !words.has(name)).map((name) => `${file}: .${name}`),
  );
  expect(sheets.flatMap(({ names }) => names).length).toBeGreaterThan(500);
  expect([...new Set(unused)]).toEqual([]);
});
