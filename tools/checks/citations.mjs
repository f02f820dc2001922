// Citations of documents in comments and documents: `docs/method.md §3.1`, `[the rules](docs/method.md#3-verdicts)`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set([
  'node_modules',
  '.git',
  '.next',
  '.turbo',
  '.basecase',
  'dist',
  'generated',
  'fixtures',
]);
const CODE = /\.(?:[cm]?[jt]sx?|css|sql|prisma|ya?ml)$/;
/** Start of a line that is a comment, or the comment behind code. */
const COMMENT = /(?:^\s*(?:\*|\/\*|--|#)|\/\/|\/\*)(.*)$/;
const CITATION = /([\w./-]*\w\.md)\b|§(\d+(?:\.\d+)*)/g;
const LINK = /\]\(([^)\s]+)\)/g;
/** A section of an external document: `spec.openapis.org/oas/v3.1.0, §4.8`. */
const ELSEWHERE = /\w\.(?:com|net|org)\//;

/**
 * Files of the repository that can cite: code and Markdown.
 * @param {string} directory
 * @returns {string[]}
 */
export function citingFiles(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(directory, entry.name);
    if (SKIPPED.has(entry.name)) return [];
    if (entry.isDirectory()) return citingFiles(name);
    return entry.isFile() && (CODE.test(name) || name.endsWith('.md')) ? [name] : [];
  });
}

/**
 * Citations of documents and sections that do not exist.
 * @param {string} file
 * @param {string} root of the repository
 * @returns {string[]} each with its line
 */
export function brokenCitations(file, root) {
  const isDocument = file.endsWith('.md');
  /** @type {string | null} */
  let document = null;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const at = `${path.relative(root, file)}:${index + 1}`;
      if (isDocument) return brokenLinks(line, file).map((target) => `${at} links to ${target}`);
      const text = COMMENT.exec(line)?.[1] ?? '';
      return [...text.matchAll(CITATION)].flatMap(([cited, name, section]) => {
        if (name !== undefined) {
          document = findDocument(name, file, root);
          return document === null ? [`${at} cites ${name}`] : [];
        }
        if (ELSEWHERE.test(text)) return [];
        if (document === null) return [`${at} cites ${cited} of no document`];
        return sectionsOf(document).has(section ?? '') ? [] : [`${at} cites ${cited}`];
      });
    });
}

/**
 * @param {string} line of a document
 * @param {string} file
 */
function brokenLinks(line, file) {
  return [...line.matchAll(LINK)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [name = '', anchor] = target.split('#');
    const linked = name === '' ? file : path.join(path.dirname(file), name);
    if (!existsSync(linked)) return [target];
    return anchor === undefined || anchorsOf(linked).has(anchor) ? [] : [target];
  });
}

/**
 * A document is cited from the root of the repository, from the citing file, or as the README of its package.
 * @param {string} name
 * @param {string} file
 * @param {string} root
 */
function findDocument(name, file, root) {
  const [kind = '', own = ''] = path.relative(root, file).split(path.sep);
  const places = [root, path.dirname(file), path.join(root, kind, own)];
  return places.map((place) => path.join(place, name)).find((candidate) => existsSync(candidate)) ?? null;
}

/** @param {string} document */
function headingsOf(document) {
  return [...readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/**
 * Numbers of sections: `3` of `## 3. Verdicts`, `3.1` of `### 3.1 Verdict of a column`.
 * @param {string} document
 */
function sectionsOf(document) {
  return new Set(headingsOf(document).flatMap((heading) => /^(\d+(?:\.\d+)*)\.? /.exec(heading)?.[1] ?? []));
}

/** @param {string} document */
function anchorsOf(document) {
  return new Set(headingsOf(document).map(anchorOf));
}

/**
 * The anchor that GitHub makes of a heading.
 * @param {string} heading
 */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}
