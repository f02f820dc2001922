/**
 * What Markdown (CommonMark 0.31, the tables, strikethrough, autolinks and math of GitHub) and the HTML in it would
 * interpret. `_` within a word means nothing, and test names have it there.
 */
const SPECIAL =
  /[\\|`*<>[\]~$#]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|@(?=[\p{L}\p{N}])|(?<=(?:https?|ftp)):(?=\/\/)|(?<=www)\./giu;

/** Text within a line of Markdown, a cell or a heading: names come from files and notes, and none may become markup. */
export function markdownText(text: string): string {
  return text.replace(/[\r\n\f\v\u2028\u2029]+/g, ' ').replace(SPECIAL, '\\$&');
}

/** The same as a separate paragraph or item, which does not begin a list, a heading or a rule. */
export function markdownLine(text: string): string {
  return markdownText(text)
    .trimStart()
    .replace(/^[-+=](?=\s|[-=\s]*$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/**
 * The same as a line that also notifies no one, refers to no issue and runs no command of GitLab (`/close`). GitHub and GitLab
 * look for mentions after escapes, so a comment parts them.
 */
export function markdownPlain(text: string): string {
  return markdownLine(text)
    .replace(/\\?([@#!])(?=[\w[\\])/g, '$1<!-- -->')
    .replace(/^\//, '\\/');
}

/** First column left, others right. Cells are text: nothing in them becomes markup. */
export function toMarkdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  const rule = `| ${header.map((_, column) => (column === 0 ? ':---' : '---:')).join(' | ')} |`;
  return [line(header), rule, ...rows.map(line)];
}
