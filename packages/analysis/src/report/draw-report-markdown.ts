import { toMarkdownTable } from '../table/lines';
import type { Report, ReportChange } from './report';

/** What was tested on what: the head of a report. */
export interface ReportHead {
  title: string;
  /** `Server: 8-core, 32 GB`, in this order. */
  facts: readonly { label: string; text: string }[];
  /** Where the live view is, and when it was read. */
  source: string;
}

/** A report as Markdown, with a line break at its end. */
export function drawReportMarkdown(head: ReportHead, report: Report): string {
  const { metric, base, legend, groups, changes } = report;
  const lines = [
    `# ${escaped(head.title)}`,
    '',
    '## Summary',
    '',
    ...groups.map(({ label, summary }) => `- ${escaped(`${label}: ${summary[0] ?? ''}`)}`),
    '',
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
    ...changesPart(report, 'worse'),
    ...changesPart(report, 'better'),
    ...(changes.worse.length + changes.better.length === 0
      ? ['## Largest changes', '', `No test of ${escaped(report.judged)} changed by the threshold.`, '']
      : []),
    head.source,
  ];
  return `${lines.join('\n')}\n`;
}

function changesPart({ changes, judged, base, metric }: Report, way: 'worse' | 'better'): string[] {
  const listed = changes[way];
  if (listed.length === 0) return [];
  const total = changes.total[way];
  const cut = total > listed.length ? ` (${listed.length} of ${total})` : '';
  const isWorse = way === 'worse';
  const row = ({ test, ratio, since, costs, explained }: ReportChange) => [
    escaped(test),
    ratio.text,
    ...costs.map(({ text }) => text),
    ...(isWorse ? [escaped(since ?? ''), explained] : []),
  ];
  return [
    `## Largest changes for the ${way}${cut}`,
    '',
    escaped(`${judged} relative to ${base.name}.`),
    '',
    ...toMarkdownTable(
      ['test', escaped(metric), ...changes.costs, ...(isWorse ? ['since', 'explained by'] : [])],
      listed.map(row),
    ),
    '',
  ];
}

/**
 * Names come from files and notes: none of them may become markup where the report is pasted. `_` and `*` stay: inside
 * words, where test names have them, they mean nothing.
 */
function escaped(text: string): string {
  return text.replace(/[<[`\\]/g, '\\$&').replace(/\s+/g, ' ');
}
