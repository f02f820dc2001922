import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fromRoot } from '../bootstrap/paths.mjs';

/** @typedef {{ file: string, line: number, phrase: string, instead: string, isText: boolean }} Hit */

/** Phrases that slow readers down, and how to write them instead. @type {[pattern: RegExp, instead: string][]} */
const RULES = [
  [
    /\b(?:is|are|was|were|be|been) (?:said|told)\b|\bsays? (?:so|it|which|what|why|that)\b/g,
    'name the field or the message',
  ],
  [
    /\b(?:some|no)body\b|\bfor who\b|\bwho (?:is|was|has|had|reads|wants|asks|looks|comes|calls|restarts|uses|may)\b/g,
    'name the role, or use the passive: "unknown", "not specified"',
  ],
  [
    /(?:^|[.:;(*/`'"]\s*)What (?!happens\b|to do\b|changed\b|if\b|else\b)[a-z' ]{3,60}?\b(?:is|was|are|were|has|have|had|can|must|may|stands|comes|goes)\b/g,
    'give the thing its noun',
  ],
  [
    /\bof (?:before|then|now|today|its own|one's own|their own|theirs)\b/g,
    'write "its own …", "previous", "old" or "current"',
  ],
  [
    /\b(?:stands?|lies?|lay) (?:in|on|at|beside|beneath|below|above|there|for|alone|first|last|with)\b|\bgoes (?:in|with|away|on|by)\b|\bcomes? (?:in|with|out|again|back)\b/g,
    'write "is", "has", "means", "returns"',
  ],
  [
    /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|such\b|different\b)[a-z]+/g,
    'write "is not a …"',
  ],
  [/\bbeside\b|\banew\b|\bcharged\b/g, 'write "next to", "again" or "attributed"'],
];

/** Of JSON the words of pages. */
const PROSE = /\.(?:md|ts|tsx|mjs|sql|prisma|yml|css)$|^packages\/views\/src\/.*\.json$/;
const SKIPPED = /(?:^|\/)(?:generated|fixtures|migrations)\/|^LICENSE|\/plain-english\./;

/**
 * The words of a line that people read: all of a document; comments, strings and JSX text of code.
 * @param {string} file
 * @param {string} line
 * @param {(part: string) => boolean} isRead of a string with its quotes; a single word is mostly a name
 */
export function readText(file, line, isRead = (part) => part.includes(' ')) {
  const code = line.trim();
  if (file.endsWith('.md')) return { text: line, isText: true };
  if (/^(?:import |export \* |\} from )/.test(code)) return { text: '', isText: false };
  if (/^(?:\/\/|\*|\/\*|--|#)/.test(code)) return { text: code, isText: false };
  const bare = code.replace(/\{[^{}]*\}|<\/?\w+[^<>]*>/g, '').trim();
  if (file.endsWith('.tsx') && /^[A-Za-z,.][^{}=;()<>]*$/.test(bare)) return { text: bare, isText: true };
  const parts =
    code.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`?|\/\/.*$|\/\*.*?\*\/|>[^<>{}=;]+<?/g) ?? [];
  const words = parts.filter(isRead);
  return { text: words.join(' | '), isText: !words.some((part) => /^\/[/*]/.test(part)) };
}

/**
 * @param {string} file
 * @param {string} source
 */
export function readEnglish(file, source) {
  /** @type {Hit[]} */
  const hits = [];
  let words = 0;
  for (const [index, line] of source.split('\n').entries()) {
    const { text, isText } = readText(file, line);
    words += text.match(/[A-Za-z][A-Za-z']+/g)?.length ?? 0;
    for (const [pattern, instead] of RULES)
      for (const [phrase] of text.matchAll(pattern))
        hits.push({ file, line: index + 1, phrase, instead, isText });
  }
  return { hits, words };
}

/**
 * What is read in each file of the project.
 * @template T
 * @param {{ prose: RegExp; skipped: RegExp }} paths of the files that are read, and of those that are not
 * @param {(file: string, source: string) => T} read
 */
export function readFiles({ prose, skipped }, read) {
  return execFileSync('git', ['ls-files'], { cwd: fromRoot(), encoding: 'utf8' })
    .split('\n')
    .filter((file) => prose.test(file) && !skipped.test(file) && existsSync(fromRoot(file)))
    .map((file) => read(file, readFileSync(fromRoot(file), 'utf8')));
}

/** Awkward phrases in the text files of the project, and the number of words read. */
export function readProject() {
  const all = readFiles({ prose: PROSE, skipped: SKIPPED }, readEnglish);
  return { hits: all.flatMap(({ hits }) => hits), words: all.reduce((sum, { words }) => sum + words, 0) };
}

/** `README.md:12: "nobody": name the role, …` @param {Hit} hit */
export function describeHit({ file, line, phrase, instead }) {
  return `${file}:${line}: "${phrase.trim()}": ${instead}`;
}
