import type { CompareView, HeatmapRecord } from '@basecase/db/types';

/** What a user wrote on a cell; row and column of the data. */
export interface SentNote extends Omit<NonNullable<CompareView['notes']>[number], 'test' | 'column'> {
  row: number;
  column: number;
}

/** A record of a row; columns of the data. */
export interface SentRecord {
  slug: string;
  firstBad: number;
  lastGood: number;
}

/** Those on cells that the view has. */
export function sentNotes({ notes = [], matrix: { rows, columns } }: CompareView): { notes?: SentNote[] } {
  const sent = notes.flatMap(({ test, column: slug, ...note }): SentNote[] => {
    const row = rows.findIndex(({ key }) => key === test);
    const column = columns.findIndex((each) => each.slug === slug);
    return row < 0 || column < 0 ? [] : [{ ...note, row, column }];
  });
  return sent.length > 0 ? { notes: sent } : {};
}

/** Records by their rows. */
export function sentRecords(
  records: readonly HeatmapRecord[],
  { rows, columns }: CompareView['matrix'],
): Record<number, SentRecord[]> {
  const rowOf = new Map(rows.map(({ key }, row) => [key, row]));
  const columnOf = new Map(columns.map(({ slug }, column) => [slug, column]));
  const found: Record<number, SentRecord[]> = {};
  for (const { test, slug, ...ends } of records) {
    const row = rowOf.get(test);
    const [firstBad, lastGood] = [columnOf.get(ends.firstBad), columnOf.get(ends.lastGood)];
    // A record may be about nights or warm-ups that the view leaves out.
    if (row === undefined || firstBad === undefined || lastGood === undefined) continue;
    found[row] = [...(found[row] ?? []), { slug, firstBad, lastGood }];
  }
  return found;
}
