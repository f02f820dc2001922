import { markdownLine, markdownText, toMarkdownTable } from '../table/markdown';
import { type ReportHead, type ReportPart, reportParts, reportSummary } from './change-columns';
import type { Report, ReportLength, ReportPicture } from './report';
import { noChangeSentence } from './rule-in-force';

/** Parts of a report to draw. */
export interface ReportForm {
  length?: ReportLength;
  pictures?: readonly ReportPicture[];
}

/** A report as Markdown, with a line break at its end. */
export function drawReportMarkdown(
  head: ReportHead,
  report: Report,
  { length = 'long', pictures = [] }: ReportForm = {},
): string {
  const { worse, better } = report.changes;
  const lines = [
    `# ${markdownText(head.title)}`,
    '',
    '## Summary',
    '',
    ...reportSummary(report).flatMap(drawMarkdownPart),
    ...pictures.flatMap(({ src, alt }) => [`![${markdownText(alt)}](${src})`, '']),
    ...reportParts(head, report, length).flatMap(drawMarkdownPart),
    ...(worse.length + better.length === 0
      ? ['## Largest changes', '', markdownLine(noChangeSentence(report)), '']
      : []),
    head.source,
  ];
  return `${lines.join('\n')}\n`;
}

/** A part as lines of Markdown; the last one is empty. */
export function drawMarkdownPart(part: ReportPart): string[] {
  if ('heading' in part) return [`## ${markdownText(part.heading)}`, ''];
  if ('sentence' in part) return [markdownLine(part.sentence), ''];
  if ('items' in part) {
    const lines = part.items.map(({ label, text }) => (label === undefined ? text : `${label}: ${text}`));
    return [...lines.map((line) => `- ${markdownLine(line)}`), ''];
  }
  const rows = part.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.text)));
  return [...toMarkdownTable(part.heads, rows), ''];
}
