import { formatRatio, formatValue, type Level } from '@basecase/analysis';
import { metricOf } from '@basecase/ingest/model';
import type { OverviewModel } from './prepare-overview';
import type { OverviewRow } from './prepare-row';

/** Where the pointer or the focus is: a row, and a column of the heatmap or the row alone. */
export interface OverviewPlace {
  /** Key of the test. */
  test: string;
  /** Place in the heatmap; null: the name of the row. */
  column: number | null;
}

/** One line about a test, and a night of it. */
export interface OverviewReadout {
  test: string;
  note: string;
  /** `16 Nov 2026 gf6afba4`; empty for the row itself. */
  night: string;
  /** `8 509 / 9 940 queries/s`; `not measured`. */
  value: string;
  ratio: string;
  /** Of the fill of the level. */
  words: string;
  direction: 'up' | 'dn' | null;
  emphasis: 'bad' | 'good' | null;
  /** `0.90 ± 0.02 since 29 Aug`; empty without a level. */
  level: string;
  cost: { text: string; level: Level } | null;
  costLabel: string;
}

/** The readout of a place; null for a test that is not shown. */
export function prepareOverviewReadout(model: OverviewModel, place: OverviewPlace): OverviewReadout | null {
  const row = findRow(model, place.test);
  if (!row) return null;
  const head = place.column === null ? undefined : model.heads[place.column];
  const cell = place.column === null ? undefined : row.cells[place.column];
  const words = cell ? cell.words : row.level.word;
  const direction = directionOf(words);
  return {
    test: row.name,
    note: row.note,
    night: head?.name ?? '',
    value: head ? valueText(model, place.test, head.index) : '',
    ratio: cell ? cell.text : '',
    words,
    direction,
    emphasis: direction === null ? null : direction === 'dn' ? 'bad' : 'good',
    level: levelText(row),
    cost: row.cost.text === '' ? null : row.cost,
    costLabel: metricOf('cpu_per_op').label,
  };
}

/** A place in words, for who does not see it. */
export function placeLabel(model: OverviewModel, place: OverviewPlace): string {
  const readout = prepareOverviewReadout(model, place);
  if (!readout) return '';
  const { test, note, night, value, ratio, words, level } = readout;
  return [[test, note].filter(Boolean).join(' '), night, ratio, words, value, level && `level ${level}`]
    .filter(Boolean)
    .join(', ');
}

/** The series of a row; with the night of a cell picked. */
export function placeHref(model: OverviewModel, { test, column }: OverviewPlace): string | null {
  const row = findRow(model, test);
  const night = column === null ? undefined : model.heads[column];
  if (!row) return null;
  return night ? `${row.href}&a=${encodeURIComponent(night.column)}` : row.href;
}

function findRow({ groups }: Pick<OverviewModel, 'groups'>, test: string): OverviewRow | null {
  return groups.flatMap(({ rows }) => rows).find(({ key }) => key === test) ?? null;
}

function directionOf(words: string): 'up' | 'dn' | null {
  if (words.includes('regression')) return 'dn';
  return words.includes('improvement') ? 'up' : null;
}

function valueText({ readings }: OverviewModel, key: string, index: number): string {
  const found = readings.find(({ test }) => test.test.key === key);
  const value = found?.test.values[index] ?? null;
  if (!found || value === null) return '';
  const { base, test } = found;
  const of = base ? ` / ${formatValue(base.value, 'throughput')}` : '';
  return `${formatValue(value, 'throughput')}${of} ${test.test.unit}`;
}

function levelText({ level, since }: OverviewRow): string {
  if (level.ratio === null) return since.day;
  const begin =
    since.night === null ? since.day : `since ${[since.day, since.beside].filter(Boolean).join(', ')}`;
  return [formatRatio(level.ratio), level.size, begin].filter(Boolean).join(' ');
}
