import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What a source may ask about its place, and what is read instead. */
const QUESTIONS = /** @type {const} */ ({
  'import.meta.dirname': 'dirname',
  'import.meta.filename': 'filename',
  'import.meta.url': 'url',
});

const PLACES = 'basecase:places';

/** Known where the pieces of a bundle are: one folder below the root, see bundle-programs.mjs. */
const PLACES_SOURCE = `
import path from 'node:path';
import { pathToFileURL } from 'node:url';
const root = path.resolve(import.meta.dirname, '..');
const dirname = (file) => path.join(root, path.dirname(file));
const filename = (file) => path.join(root, file);
const url = (file) => pathToFileURL(path.join(root, file)).href;
export const basecasePlace = { dirname, filename, url };
`;

/**
 * A module asks where it is to find what lies beside it. A release is laid out like the sources, so each is told where it
 * would be there, wherever its code has gone.
 * @param {string} root of the sources
 * @returns {import('esbuild').Plugin}
 */
export function placesOfRelease(root) {
  return {
    name: 'places-of-release',
    setup(build) {
      build.onResolve({ filter: /^basecase:places$/ }, () => ({ path: PLACES, namespace: 'basecase' }));
      build.onLoad({ filter: /.*/, namespace: 'basecase' }, () => ({
        contents: PLACES_SOURCE,
        loader: 'js',
      }));
      build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path: file }) => {
        const text = readFileSync(file, 'utf8');
        if (file.includes('/node_modules/') || !text.includes('import.meta.')) return undefined;
        const place = JSON.stringify(path.relative(root, file).replace(/\.ts$/, '.mjs'));
        let contents = text;
        for (const [question, answer] of Object.entries(QUESTIONS)) {
          contents = contents.replaceAll(question, `basecasePlace.${answer}(${place})`);
        }
        return {
          contents: `import { basecasePlace } from '${PLACES}';\n${contents}`,
          loader: file.endsWith('.ts') ? 'ts' : 'js',
          resolveDir: path.dirname(file),
        };
      });
    },
  };
}
