import type { IdentityQuestion } from '../../model/identity';
import { withClientsApart } from '../words';
import { type Layout, type LayoutField, type LayoutMatch, matchLayout } from './layout-pattern';
import { type PathPart, partsOfPath } from './path-parts';

/** A file with a result, and what its content or a file next to it says. */
export interface LayoutFile {
  path: string;
  known: {
    product?: string | null;
    version?: string | null;
    config?: string | null;
    /** What tells its heatmap from others, besides the clients. */
    workload?: string | null;
    test?: string | null;
    clients?: number | null;
  };
}

/** The parts of its path, with the number of clients that its content says apart from others. */
export function partsOfFile({ path, known }: LayoutFile): readonly PathPart[] {
  return withClientsApart(partsOfPath(path), path, known.clients ?? null);
}

export interface LayoutProposal {
  pattern: string;
  matched: number;
  total: number;
  /** Of the resulting heatmap, at most `MOST_DISTINCT` of each. */
  columns: number;
  rows: number;
  /** Most results that share a cell. */
  repeats: number;
  questions: IdentityQuestion[];
  /** Of two proposals, the one with more is better. */
  score: number;
}

/** Longest list of values or files of a question. */
export const LISTED = 20;

/** The table that a layout gives, as proposals have it. */
export function tableOfLayout(
  layout: Layout,
  files: readonly LayoutFile[],
): LayoutProposal & { unmatched: string[] } {
  const table = new LayoutTable(layout);
  for (const file of files) table.add(file, partsOfFile(file));
  return { ...table.propose(), unmatched: table.unmatched };
}

/** Most distinct columns, rows and cells that are counted, so that memory has a bound. A larger heatmap can't be read. */
export const MOST_DISTINCT = 20_000;

interface Cell {
  count: number;
  /** Texts of the parts without a meaning, of its first file. */
  first: readonly string[];
  path: string;
  /** Of its further files, at most `LISTED`. Left out: there are none. */
  others?: string[];
}

const NO_BLANKS: readonly string[] = [];

/** Counts the heatmap of a layout, file by file. */
export class LayoutTable {
  readonly layout: Layout;
  readonly unmatched: string[] = [];
  #total = 0;
  #matched = 0;
  /** Numbers of names: cells are many, and know only these. */
  readonly #columns = new Map<string, number>();
  readonly #rows = new Map<string, number>();
  readonly #cells = new Map<string, Cell>();
  /** Parts without a meaning that differ within a cell, by their place among those of the pattern. */
  readonly #open = new Set<number>();
  readonly #blanks: { segment: number; values: Set<string> }[] = [];

  constructor(layout: Layout) {
    this.layout = layout;
  }

  add({ path, known }: LayoutFile, parts: readonly PathPart[]): void {
    this.#total += 1;
    const match = matchLayout(this.layout, path, parts);
    if (!match) {
      if (this.unmatched.length < LISTED) this.unmatched.push(path);
      return;
    }
    this.#matched += 1;
    const said = (field: LayoutField) => valuesOf(match, field).join(' ') || null;
    const column = JSON.stringify([
      said('product') ?? known.product ?? null,
      said('version') ?? known.version ?? null,
      ...[said('flavour'), said('config'), known.config ?? null, known.workload ?? null, said('build')],
    ]);
    const clients = said('clients') ?? known.clients ?? null;
    const row = JSON.stringify([said('test') ?? known.test ?? null, clients, said('server')].map(String));
    const [inColumn, inRow] = [numberOf(this.#columns, column), numberOf(this.#rows, row)];
    if (inColumn !== null && inRow !== null) this.#addTo(`${inColumn} ${inRow}`, match, path);
  }

  #addTo(key: string, match: LayoutMatch, path: string): void {
    const blanks = match.values.filter(({ field }) => field === '_');
    const known = this.#cells.get(key);
    if (!known && this.#cells.size >= MOST_DISTINCT) return;
    const first = blanks.length === 0 ? NO_BLANKS : blanks.map(({ value }) => value);
    const cell = known ?? { count: 0, first, path };
    if (!known) this.#cells.set(key, cell);
    cell.count += 1;
    if (known) {
      cell.others ??= [];
      if (cell.others.length < LISTED - 1) cell.others.push(path);
    }
    for (const [index, { start, value }] of blanks.entries()) {
      const segment = path.slice(start).split('/').length - 1;
      const blank = this.#blanks[index] ?? { segment, values: new Set() };
      this.#blanks[index] = blank;
      if (blank.values.size < LISTED) blank.values.add(value);
      if (cell.first[index] !== value) this.#open.add(index);
    }
  }

  propose(): LayoutProposal {
    const [columns, rows] = [this.#columns.size, this.#rows.size];
    const fullest = [...this.#cells.values()].reduce<Cell | null>(
      (most, cell) => (most === null || cell.count > most.count ? cell : most),
      null,
    );
    const questions = this.#open.size > 0 && fullest ? [this.#question(fullest)] : [];
    const fields = this.layout.segments
      .flatMap((segment) => segment ?? [])
      .filter((token) => typeof token !== 'string');
    const full = columns * rows === 0 ? 0 : this.#cells.size / (columns * rows);
    return {
      pattern: this.layout.pattern,
      matched: this.#matched,
      total: this.#total,
      columns,
      rows,
      repeats: fullest?.count ?? 0,
      questions,
      score:
        (this.#matched / Math.max(1, this.#total)) * 1000 -
        questions.length * 100 -
        fields.length * 5 +
        (columns > 1 ? 10 : 0) +
        (rows > 1 ? 10 : 0) +
        full * 20,
    };
  }

  #question({ count, path, others = [] }: Cell): IdentityQuestion {
    const parts = [...this.#open]
      .sort((a, b) => a - b)
      .flatMap((index) => {
        const blank = this.#blanks[index];
        if (!blank) return [];
        const values = [...blank.values];
        return [{ segment: blank.segment, values, suggestion: suggestField(values) }];
      });
    return {
      text: `${count} experiments share this cell. What distinguishes them?`,
      ...{ test: '', unit: '', clients: null, values: [], count, parts, files: [path, ...others] },
    };
  }
}

/** The number of a name, a new one for a new name; null: there are too many. */
function numberOf(names: Map<string, number>, name: string): number | null {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (names.size >= MOST_DISTINCT) return null;
  names.set(name, names.size);
  return names.size - 1;
}

/** `25 4.9.62`: the values of a field; those of configs with their names, as `buffer_pool=25`. */
function valuesOf(match: LayoutMatch, field: LayoutField): string[] {
  return match.values
    .filter((value) => value.field === field)
    .map(({ name, value }) => (name === null ? value : `${name}=${value}`));
}

/** The field that is suggested for values that no form explains. */
export function suggestField(values: readonly string[]): 'clients' | 'config' {
  const isSweep =
    values.length > 1 && values.every((value) => /^\d+$/.test(value) && isPowerOfTwo(Number(value)));
  return isSweep && values.some((value) => Number(value) > 4) ? 'clients' : 'config';
}

function isPowerOfTwo(value: number): boolean {
  return value > 0 && Number.isInteger(Math.log2(value));
}
