import type { ListedRecord } from './listed-record';

/** Pages of a list that many look at, and no more: rows are some thousand bytes each. */
const MOST = 1000;

/**
 * Rows of records that were read before. A listed record is another object as soon as something that its row shows was
 * written, so a row that was read for one holds as long as lists have that object.
 */
export class KeptRows<Row extends { id: number }> {
  readonly #rows = new Map<ListedRecord, Row>();

  /**
   * @param read rows of those records that are not kept, in any order; those that are gone are left out
   * @returns by record
   */
  async of(
    records: readonly ListedRecord[],
    read: (unknown: readonly ListedRecord[]) => Promise<readonly Row[]>,
  ): Promise<ReadonlyMap<ListedRecord, Row>> {
    const found = new Map<ListedRecord, Row>();
    const unknown: ListedRecord[] = [];
    for (const record of records) {
      const row = this.#rows.get(record);
      if (row) found.set(record, row);
      else unknown.push(record);
    }
    if (unknown.length === 0) return found;
    const byId = new Map((await read(unknown)).map((row) => [row.id, row]));
    for (const record of unknown) {
      const row = byId.get(record.id);
      if (!row) continue;
      found.set(record, row);
      // Whether a build lies between two others is written by imports of any heatmap.
      if (record.line === null) this.#keep(record, row);
    }
    return found;
  }

  /** The oldest go. */
  #keep(record: ListedRecord, row: Row): void {
    this.#rows.set(record, row);
    const [oldest] = this.#rows.keys();
    if (oldest && this.#rows.size > MOST) this.#rows.delete(oldest);
  }
}
