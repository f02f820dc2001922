import { isChange, type Level, type Verdict, verdictClass } from '@basecase/analysis';
import type { NightsChart } from './nights-chart';

/** A cell of a card: its number, and what it means. */
export interface CardCell {
  text: string;
  level: Level;
  /** By the noise of the server; absent where thresholds are in force. */
  verdict?: Verdict | undefined;
  /** No ratio, or one that is not judged: it says nothing about how much changed. */
  isPlain?: boolean;
}

/**
 * Classes of a cell: its fill, and the mark that says the same without colour. The mark points where the number went:
 * a cost of 1.50 is up, and orange. Possible and unclear have a mark and no fill.
 */
export function cellClass({ text, level, verdict }: CardCell): string {
  if (isChange(level)) {
    const className = `${level} arrow ${Number(text) < 1 ? 'dn' : 'up'}`;
    return verdict?.startsWith('small') ? `${className} sm` : className;
  }
  return verdict === undefined || verdict === 'missing' ? level : verdictClass(verdict, Number(text));
}

/** A view as a standalone table: embedded in other pages, or drawn as an image. */
export interface TableCard {
  /** `PostgreSQL 14.23 to 18.4 on 8-core`. */
  title: string;
  /** Workload and origin. */
  meta: string;
  /** What the numbers say. */
  sentence: string;
  /** `Relative QPS, version / base`. */
  metric: string;
  /** From where on a change counts, in words. */
  legend: string;
  columns: { name: string; detail: string; isBase: boolean }[];
  /** Products, each over so many columns; left out where there is one. */
  bands?: { name: string; columns: number }[];
  /** Drawn above the table, or instead of it if there is little room. */
  nights?: NightsChart;
  groups: { label: string; rows: { test: string; note: string; cells: CardCell[] }[] }[];
}

/** One cell of a view with its numbers. */
export interface CellCard {
  /** `update-index`, and its range or unit. */
  test: string;
  note: string;
  /** `PostgreSQL 18.4 against 14.23, 8-core (pn53)`. */
  subtitle: string;
  tiles: { verdict: CardCell; words: string }[];
  explanation: string;
  names: { own: string; base: string };
  metrics: { label: string; own: string; base: string; ratio: CardCell }[];
}
