import { readCell } from '../table/column';
import { toMarkdownTable } from '../table/lines';
import { changeColumns } from './change-columns';
import { SHARES_OVERLAP } from './change-reasons';
import type { Report, ReportChange, ReportLength, ReportPicture } from './report';
import { noChangeSentence } from './rule-in-force';

/** What was tested on what: the head of a report. */
export interface ReportHead {
  title: string;
  /** `Server: 8-core, 32 GB`, in this order. */
  facts: readonly { label: string; text: string }[];
  /** Where the live view is, and when it was read. */
  source: string;
}

/** Parts of a report to draw. */
export interface ReportForm {
  length?: ReportLength;
  pictures?: readonly ReportPicture[];
}

/** A report as Markdown, with a line break at its end. Its explanations are whole in either length. */
export function drawReportMarkdown(
  head: ReportHead,
  report: Report,
  { length = 'long', pictures = [] }: ReportForm = {},
): string {
  const { groups, changes, rule } = report;
  const hasVerdicts = rule.name === 'verdicts';
  const lines = [
    `# ${escaped(head.title)}`,
    '',
    '## Summary',
    '',
    // With verdicts, real changes are listed with their size.
    ...groups.map(
      ({ label, summary }) => `- ${escaped(`${label}: ${summary.slice(0, hasVerdicts ? 2 : 1).join(' ')}`)}`,
    ),
    '',
    escaped(rule.sentence),
    '',
    ...pictures.flatMap(({ src, alt }) => [`![${alt.replace(/[[\]\\]/g, '\\$&')}](${src})`, '']),
    ...(length === 'long' ? detailsPart(head, report) : []),
    ...changesPart(report, 'worse'),
    ...changesPart(report, 'better'),
    ...(changes.worse.length + changes.better.length === 0
      ? ['## Largest changes', '', escaped(noChangeSentence(report)), '']
      : []),
    head.source,
  ];
  return `${lines.join('\n')}\n`;
}

/** What was tested, the legend, and a table for each group. */
function detailsPart(head: ReportHead, { metric, base, legend, groups }: Report): string[] {
  return [
    '## What was tested',
    '',
    ...head.facts.map(({ label, text }) => `- ${escaped(`${label}: ${text}`)}`),
    '',
    '## Legend',
    '',
    `- ${escaped(`Relative to: ${base.label} (${base.name})`)}`,
    ...legend.map(({ number, label, name }) => `- ${escaped(`${number} : ${label} (${name})`)}`),
    '',
    ...groups.flatMap((group) => [
      `## Relative ${escaped(metric)}: ${escaped(group.label)}`,
      '',
      ...group.summary.map((sentence) => `- ${escaped(sentence)}`),
      '',
      ...toMarkdownTable(
        ['test', ...legend.map(({ number }) => number)],
        [
          ...group.rows.map(({ test, cells }) => [escaped(test), ...cells.map(({ text }) => text)]),
          ['geometric mean', ...group.means.map(({ text }) => text)],
        ],
      ),
      '',
    ]),
  ];
}

function changesPart(report: Report, way: 'worse' | 'better'): string[] {
  const { changes, judged, base } = report;
  const listed = changes[way];
  if (listed.length === 0) return [];
  const total = changes.total[way];
  const cut = total > listed.length ? ` (${listed.length} of ${total})` : '';
  const columns = changeColumns(report, way);
  return [
    `## Largest changes for the ${way}${cut}`,
    '',
    escaped(`${judged} relative to ${base.name}.`),
    '',
    ...toMarkdownTable(
      columns.map(({ head }) => escaped(head)),
      listed.map((change) => columns.map(({ text }) => escaped(readCell(text, change)))),
    ),
    '',
    ...sentencesPart(listed),
  ];
}

/** Costs that changed with each test; the overlap note is printed once. */
function sentencesPart(listed: readonly ReportChange[]): string[] {
  const explained = listed.filter(({ sentence }) => sentence !== '');
  if (explained.length === 0) return [];
  const lines = explained.map(({ test, sentence }) => `- ${escaped(`${test}: ${sentence}`)}`);
  const areShares = explained.some(({ sentence }) => sentence.includes('(enough for'));
  return [...lines, '', ...(areShares ? [SHARES_OVERLAP, ''] : [])];
}

/**
 * Names come from files and notes: none of them may become markup where the report is pasted. `_` and `*` stay: inside
 * words, where test names have them, they mean nothing.
 */
function escaped(text: string): string {
  return text.replace(/[<[`\\]/g, '\\$&').replace(/\s+/g, ' ');
}
