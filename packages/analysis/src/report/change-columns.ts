import { verdictName } from '../certainty/certainty';
import { type Column, readCell } from '../table/column';
import { LARGE_UNCONFIRMED } from '../verdicts/advice';
import { explainedChanges } from './change-reasons';
import type { Report, ReportCell, ReportChange, ReportGroup, ReportLength } from './report';

/** A column of a report: judged ratios have a cell, which the page and HTML colour. */
interface JudgedColumn<Row> extends Column<Row> {
  cell?: (row: Row) => ReportCell | undefined;
}

type ChangeColumn = JudgedColumn<ReportChange>;

function verdictText({ ratio: { verdict }, isLarge }: ReportChange): string {
  if (verdict === undefined) return '';
  return isLarge ? `${verdictName(verdict)}: ${LARGE_UNCONFIRMED}` : verdictName(verdict);
}

/** The columns of the largest changes. */
export function changeColumns({ changes, metric, rule }: Report, way: 'worse' | 'better'): ChangeColumn[] {
  return [
    { head: 'test', kind: 'name', text: 'test' },
    { head: metric, text: ({ ratio }) => ratio.text, cell: ({ ratio }) => ratio },
    ...(rule.name === 'verdicts'
      ? [{ head: 'verdict', kind: 'words', text: verdictText } satisfies ChangeColumn]
      : []),
    ...changes.costs.map(
      (head, index): ChangeColumn => ({
        head,
        text: ({ costs }) => costs[index]?.text ?? '',
        cell: ({ costs }) => costs[index],
      }),
    ),
    ...(way === 'worse'
      ? ([
          { head: 'since', text: ({ since }) => since ?? '' },
          { head: 'explained by', kind: 'words', text: 'explained' },
        ] satisfies ChangeColumn[])
      : []),
  ];
}

/** What was tested on what: the head of a report. */
export interface ReportHead {
  title: string;
  /** `Server: 8-core, 32 GB`, in this order. */
  facts: readonly { label: string; text: string }[];
  /** Where the live view is, and when it was read. */
  source: string;
  /** Sections after all others of the long form: what if, how the runs were made. */
  appendix?: readonly ReportSection[];
}

/** A part of a report, for Markdown and HTML alike. A text in a table is words, a cell is a number. */
export type ReportPart =
  | { heading: string }
  | { sentence: string }
  | { items: readonly { label?: string; text: string }[] }
  | { heads: string[]; rows: (string | ReportCell)[][] };

/** What each group of tests says in short, and by what changes are judged. */
export function reportSummary({ groups, rule }: Report): ReportPart[] {
  // With verdicts, real changes are listed with their size.
  const sentences = rule.name === 'verdicts' ? 2 : 1;
  return [
    { items: groups.map(({ label, summary }) => ({ label, text: summary.slice(0, sentences).join(' ') })) },
    { sentence: rule.sentence },
  ];
}

/** Parts under one heading, with a name that stays the same whatever the numbers are. */
export interface ReportSection {
  id: string;
  parts: readonly ReportPart[];
}

/** The tables of a report under their headings. Its explanations are whole in either length. */
export function reportSections(head: ReportHead, report: Report, length: ReportLength): ReportSection[] {
  const isLong = length === 'long';
  const sections = [
    ...(isLong ? detailsSections(head, report) : []),
    { id: 'worse', parts: changesParts(report, 'worse') },
    { id: 'better', parts: changesParts(report, 'better') },
    { id: 'open', parts: openParts(report) },
    ...(isLong ? (head.appendix ?? []) : []),
  ];
  return sections.filter(({ parts }) => parts.length > 0);
}

/** All of them one after the other. */
export function reportParts(head: ReportHead, report: Report, length: ReportLength): ReportPart[] {
  return reportSections(head, report, length).flatMap(({ parts }) => parts);
}

/** What was tested, the legend, and a table for each group. */
function detailsSections({ facts }: ReportHead, { metric, base, legend, groups }: Report): ReportSection[] {
  const columns: JudgedColumn<ReportGroup['rows'][number]>[] = [
    { head: 'test', text: 'test' },
    ...legend.map(({ number }, index) => ({
      head: number,
      text: () => '',
      cell: ({ cells }: ReportGroup['rows'][number]) => cells[index],
    })),
  ];
  return [
    { id: 'tested', parts: [{ heading: 'What was tested' }, { items: facts }] },
    {
      id: 'legend',
      parts: [
        { heading: 'Legend' },
        {
          items: [
            { label: 'Relative to', text: `${base.label} (${base.name})` },
            ...legend.map(({ number, label, name }) => ({ label: `${number} `, text: `${label} (${name})` })),
          ],
        },
      ],
    },
    ...groups.map(({ id, label, summary, rows, means }) => ({
      id: `group ${id}`,
      parts: [
        { heading: `Relative ${metric}: ${label}` },
        { items: summary.map((text) => ({ text })) },
        tablePart(columns, [
          ...rows,
          { test: 'geometric mean', cells: means.map(({ text }) => ({ text, level: 'n' as const })) },
        ]),
      ],
    })),
  ];
}

function changesParts(report: Report, way: 'worse' | 'better'): ReportPart[] {
  const { changes, judged, base } = report;
  const listed = changes[way];
  if (listed.length === 0) return [];
  const total = changes.total[way];
  const cut = total > listed.length ? ` (${listed.length} of ${total})` : '';
  const { explained, note } = explainedChanges(listed);
  return [
    { heading: `Largest changes for the ${way}${cut}` },
    { sentence: `${judged} relative to ${base.name}.` },
    tablePart(changeColumns(report, way), listed),
    ...(explained.length > 0
      ? [{ items: explained.map(({ test, sentence }) => ({ label: test, text: sentence })) }]
      : []),
    ...(note ? [{ sentence: note }] : []),
  ];
}

function openParts({ open }: Report): ReportPart[] {
  if (open.length === 0) return [];
  return [
    { heading: 'What would settle the open tests' },
    { items: open.map(({ sentence, tests }) => ({ label: tests.join(', '), text: sentence })) },
  ];
}

function tablePart<Row>(columns: readonly JudgedColumn<Row>[], rows: readonly Row[]): ReportPart {
  return {
    heads: columns.map(({ head }) => head),
    rows: rows.map((row) => columns.map(({ text, cell }) => cell?.(row) ?? readCell(text, row))),
  };
}
