import type { Level } from '@basecase/analysis';

/** A cell as it is drawn: every decision is made. */
export interface ReportCell {
  text: string;
  /** Small print after the number: `SLA`, `95 of 100 failed`; empty without. */
  note: string;
  /** Fill; null for a plain number. */
  level: Level | null;
  /** Direction of the number; null without a mark. */
  mark: 'up' | 'dn' | null;
  /** Share of the largest value, 0 to 1, drawn as a bar under the number; null without. */
  bar: number | null;
  /** The number that is printed, at full precision: what a permalink keeps. Null where there is none. */
  value: number | null;
}

export interface ReportHead {
  key: string;
  label: string;
  /** Second line: the unit, the config. */
  note: string;
  /** What a click on it does; null for a head that is text only. */
  link: { href: string; label: string } | null;
  /** First column of its group: a line stands before it. */
  starts: boolean;
  isBase: boolean;
}

export interface ReportRow {
  key: string;
  name: string;
  note: string;
  link: { href: string; label: string } | null;
  isBase: boolean;
  cells: ReportCell[];
}

/** One table of a report: rows and columns, heads in two lines. */
export interface ReportTable {
  id: string;
  title: string;
  /** What the numbers are and what they are divided by. */
  hint: string;
  /** Head of the first column. */
  corner: string;
  /** First line of the head; empty when all columns are alike. */
  groups: { key: string; label: string; span: number }[];
  heads: ReportHead[];
  rows: ReportRow[];
  /** Names of rows are statements, which are wrapped. */
  hasLongNames?: true;
  /** What must be known to read it, one sentence each. */
  notes: string[];
}

/** What a page says first; what is strong is what was found. */
export interface ReportSentence {
  strong: string;
  rest: string;
}

/** Runs of equal labels as heads of groups, in order. */
export function toGroups(labels: readonly string[]): ReportTable['groups'] {
  const groups: ReportTable['groups'] = [];
  for (const [index, label] of labels.entries()) {
    const last = groups.at(-1);
    if (last && last.label === label) last.span++;
    else groups.push({ key: `${index} ${label}`, label, span: 1 });
  }
  return groups;
}

/** True for the first column of each run of equal labels. */
export function startsGroup(labels: readonly string[]): boolean[] {
  return labels.map((label, index) => index === 0 || labels[index - 1] !== label);
}
