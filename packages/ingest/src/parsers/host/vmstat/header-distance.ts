/**
 * Whether the first row is a sample. vmstat prints its header again after a fixed number of lines (21 when the output
 * is a file), and counts the since-boot row as one of them, printed or not:
 *
 *     without -y: 21, 21, 21, ... rows below each header
 *     with -y:    20, 21, 21, ...
 *
 * So a log of three headers tells. A shorter one, or one with -n, does not, and is read as one without -y: it was the
 * only way before procps 4.0, and one sample less is better than one that is a mean of weeks.
 *
 * Source: `new_format` of src/vmstat.c, gitlab.com/procps-ng/procps, v4.0.2.
 */
export class HeaderDistance {
  /** Headers so far. */
  headers = 0;
  #rows = 0;
  #first = 0;
  #second = 0;

  header(): void {
    this.headers += 1;
    if (this.headers === 2) this.#first = this.#rows;
    if (this.headers === 3) this.#second = this.#rows;
    this.#rows = 0;
  }

  row(): void {
    this.#rows += 1;
  }

  /** True when the log shows that it was made with -y. */
  get omitsSinceBoot(): boolean {
    return this.headers >= 3 && this.#first > 0 && this.#first === this.#second - 1;
  }
}
