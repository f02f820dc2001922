import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Expressions with which a source asks for its path, and their replacements. */
const QUESTIONS = /** @type {const} */ ({
  'import.meta.dirname': 'dirname',
  'import.meta.filename': 'filename',
  'import.meta.url': 'url',
});

/** How every piece of a release finds who answers: `imports` of its package.json. */
export const PLACES = { '#places': './lib/places.cjs' };

/** Who answers, one folder below the root of a release. */
export const PLACES_SOURCE = `const path = require('node:path');
const { pathToFileURL } = require('node:url');
const root = path.resolve(__dirname, '..');
exports.basecasePlace = {
  dirname: (file) => path.join(root, path.dirname(file)),
  filename: (file) => path.join(root, file),
  url: (file) => pathToFileURL(path.join(root, file)).href,
};
`;

/**
 * A module asks for its path to find the files next to it. A release is laid out like the sources, so each gets the path
 * that it would have there, wherever its code is.
 * @param {string} root of the sources
 * @returns {import('esbuild').Plugin}
 */
export function placesOfRelease(root) {
  return {
    name: 'places-of-release',
    setup(build) {
      build.onResolve({ filter: /^#places$/ }, () => ({ path: '#places', external: true }));
      build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path: file }) => {
        const text = readFileSync(file, 'utf8');
        if (file.includes('/node_modules/') || !text.includes('import.meta.')) return undefined;
        const place = JSON.stringify(path.relative(root, file).replace(/\.ts$/, '.mjs'));
        let contents = text;
        for (const [question, answer] of Object.entries(QUESTIONS)) {
          contents = contents.replaceAll(question, `basecasePlace.${answer}(${place})`);
        }
        return {
          // At the end: a program begins with the line that names its interpreter.
          contents: `${contents}\nimport { basecasePlace } from '#places';\n`,
          loader: file.endsWith('.ts') ? 'ts' : 'js',
          resolveDir: path.dirname(file),
        };
      });
    },
  };
}
