import MarkdownIt, { type Token } from 'markdown-it';
import { safeHref } from './safe-href';

/** Quotes in quotes in lists: deeper than anyone writes by hand, and a bound for drawing. */
const MOST_NESTED = 40;

/*
 * The empty preset, and the rules that notes need. HTML and images are excluded: a note must not make its readers'
 * browsers load anything. Time is linear in the length of a note, whatever its content.
 */
const parser = new MarkdownIt('zero', { linkify: true, breaks: true, maxNesting: MOST_NESTED }).enable([
  ...['blockquote', 'fence', 'heading', 'hr', 'list'],
  ...['autolink', 'backticks', 'emphasis', 'escape', 'link', 'newline', 'linkify'],
  ...['balance_pairs', 'fragments_join', 'text_join'],
]);
parser.linkify
  .set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);
// An address is judged as it was written, and not mended before: React escapes it.
parser.normalizeLink = (address) => address;
parser.normalizeLinkText = (address) => address;
parser.validateLink = (address) => safeHref(address) !== null;

/** The tokens of a note, in order. A note that is nested too deep is its source text. */
export function parseMarkdown(source: string): Token[] {
  const tokens = parser.parse(source, {});
  if (tokens.every(({ level }) => level < MOST_NESTED - 1)) return tokens;
  const [whole] = parser.parse('```\n```', {});
  return whole ? [Object.assign(whole, { content: source })] : [];
}
