import type { FileReporter } from '../files/reporter';

/** More names than any table has: a hostile log must not fill the memory. A longer table is not judged. */
const MAX_NAMES = 1000;
const NAMES_IN_MESSAGE = 5;

/** Reports names that a table should have and does not. */
export function reportLostNames(
  reporter: FileReporter,
  wanted: Iterable<string>,
  found: { has(name: string): boolean },
  { why, line }: { why: string; line: number | null },
): void {
  const lost = [...wanted].filter((name) => !found.has(name));
  if (lost.length === 0) return;
  const rest = lost.length > NAMES_IN_MESSAGE ? ` and ${lost.length - NAMES_IN_MESSAGE} more` : '';
  const names = lost.slice(0, NAMES_IN_MESSAGE).join(', ');
  reporter.report('ROWS_LOST', `no row of ${names}${rest}: ${why}`, { line });
}

/**
 * Watches the rows of one table at the end of a run. A row was lost where the progress named it, or where the rows add up to less than
 * their total.
 */
export class LostRows {
  readonly #reporter: FileReporter;
  readonly #shown = new Set<string>();
  readonly #rows = new Map<string, number | null>();
  #isTooLong = false;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  /** A row of the progress. */
  progress(name: string): void {
    if (this.#shown.size < MAX_NAMES) this.#shown.add(name);
  }

  /** A row of the table; null where its number can't be read. */
  row(name: string, value: number | null): void {
    if (this.#rows.size < MAX_NAMES) this.#rows.set(name, value);
    else this.#isTooLong = true;
  }

  get hasRows(): boolean {
    return this.#rows.size > 0;
  }

  /**
   * The end of the table.
   *
   * @param total null where the table has none
   * @param slack by which rounding may make the sum of the rows smaller
   */
  end(line: number | null, total: number | null = null, slack = 0): void {
    const why = 'the progress shows that it ran';
    const isTooLong = this.#isTooLong;
    if (this.hasRows && !isTooLong) reportLostNames(this.#reporter, this.#shown, this.#rows, { why, line });
    const parts = [...this.#rows.values()];
    this.#shown.clear();
    this.#rows.clear();
    this.#isTooLong = false;
    // A total may be the one of a single row.
    if (isTooLong || total === null || parts.includes(null) || parts.includes(total)) return;
    const sum = parts.reduce<number>((all, part) => all + (part ?? 0), 0);
    if (sum >= total - slack) return;
    const found = `${parts.length} ${parts.length === 1 ? 'row adds' : 'rows add'} up to ${Number(sum.toPrecision(12))}`;
    this.#reporter.report('ROWS_LOST', `${found}, their total is ${total}: a row was lost`, { line });
  }
}
