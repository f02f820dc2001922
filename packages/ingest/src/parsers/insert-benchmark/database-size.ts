import { toFinite } from '../../text/finite';
import { byContent, type LogParser } from '../parser';

/** `o.dbsz.dop<N>`: database size of tables and indexes, as reported by the database, in GiB. */
export interface DatabaseSize {
  type: 'iibench-database-size';
  gib: number;
  line: number;
}

/** One number with all its decimals: `0.57972655352205038071`. */
const CONTENT = /^\s*\d{1,9}\.\d{8,40}\s*$/;
const NAME = /^o\.dbsz(?:\.dop\d+)?$/;

export const databaseSize: LogParser = {
  kind: 'iibench-database-size',
  about: 'size of the database in GiB: one number',
  score: byContent(CONTENT, NAME, { byName: 0.3 }),
  open: (reporter) => {
    let size: DatabaseSize | null = null;
    return {
      line(bytes, start, end, line) {
        if (size) return;
        const text = bytes.toString('latin1', start, Math.min(end, start + 100)).trim();
        if (text === '') return;
        const gib = toFinite(text);
        if (gib !== null && gib >= 0) size = { type: 'iibench-database-size', gib, line };
        else reporter.unparsed('a number of GiB', line, bytes.subarray(start, end));
      },
      end: () => size,
    };
  },
};
