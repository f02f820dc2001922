/** Why a reader should know of the report that does not count. */
export const ONLY_SINCE_BOOT = 'only a report since boot: no samples';
export const MAYBE_SINCE_BOOT =
  'the first report is left out: nothing shows that it is not a mean since boot (iostat without -y)';

/**
 * Where reports begin, and whether the first one counts.
 *
 * Without -y the first report is a mean since boot. The log shows which: since sysstat 11.5 iostat prints an empty
 * line in each interval, so with -y two empty lines follow the first line, and without it one:
 *
 *     Linux 6.1.0 (h) ...          Linux 6.1.0 (h) ...
 *     (empty)                      (empty)
 *     (empty)                      avg-cpu:  ...         <- since boot
 *     avg-cpu:  ...
 *
 * A log that shows neither (no first line, or a sysstat before 11.5, which has one empty line between reports too)
 * is read as one without -y: one sample less is better than one that is a mean of weeks.
 */
export class ReportStarts {
  /** True while the rows that come are means since boot. */
  isSinceBoot = false;
  /** Number of the report, counting all; 0 before the first. */
  id = 0;
  /** Reports that count, and that do not. */
  reports = 0;
  sinceBoot = 0;
  /** Line of the first report that was left out. */
  sinceBootLine = 0;
  #hasBanner = false;
  #omitted = false;
  /** Reports since the last first line: logs may be appended to each other. */
  #inSection = 0;
  #layout = Number.POSITIVE_INFINITY;
  #before: 'banner' | 'table' | 'text' = 'text';
  #blanks = 0;
  /** Most empty lines between two tables. */
  #gap = 0;
  #isUnproven = false;

  banner(): void {
    this.#endSection();
    this.#hasBanner = true;
    this.#omitted = false;
    this.#inSection = 0;
    this.#layout = Number.POSITIVE_INFINITY;
    this.#before = 'banner';
    this.#blanks = 0;
    this.#gap = 0;
  }

  blank(): void {
    this.#blanks += 1;
  }

  /** A line that is neither empty, nor the first one, nor of a table. */
  text(): void {
    if (this.#before === 'banner') this.#omitted = this.#blanks >= 2;
    if (this.#before === 'table' && this.#blanks > this.#gap) this.#gap = this.#blanks;
    this.#before = 'text';
    this.#blanks = 0;
  }

  /** Header of a table. It begins a report unless it continues one (--pretty). */
  header(layout: number, line: number): void {
    this.text();
    this.#before = 'table';
    const goesOn = layout > this.#layout;
    this.#layout = layout;
    if (!goesOn) this.begin(line);
  }

  /** A report without a header: rows of one device that were grepped out of a log. */
  begin(line: number): void {
    this.id += 1;
    this.#inSection += 1;
    this.isSinceBoot = this.#inSection === 1 && !this.#omitted;
    if (!this.isSinceBoot) {
      this.reports += 1;
      return;
    }
    this.sinceBoot += 1;
    if (this.sinceBootLine === 0) this.sinceBootLine = line;
  }

  /** Why a reader should know that a report was left out; null when the log proves it and samples remain. */
  end(): string | null {
    this.#endSection();
    if (this.sinceBoot === 0) return null;
    if (this.reports === 0) return ONLY_SINCE_BOOT;
    return this.#isUnproven ? MAYBE_SINCE_BOOT : null;
  }

  #endSection(): void {
    const isProven = this.#hasBanner && this.#gap >= 2;
    if (this.#inSection > 1 && !this.#omitted && !isProven) this.#isUnproven = true;
  }
}
