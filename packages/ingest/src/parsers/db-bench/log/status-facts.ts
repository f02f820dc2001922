import type { Fact } from '../../../model/details';
import { toFinite } from '../../../text/finite';

/** `Keys:       20 bytes each (+ 0 bytes user-defined timestamp)` */
const HEADER =
  /^(RocksDB|Date|CPU|CPUCache|Keys|Values|Entries|Prefix|Keys per prefix|RawSize|FileSize|Write rate|Read rate|Compression|Compression sampling rate|Memtablerep|Perf Level): {1,12}(\S.*)$/;
/** `Cumulative stall: 00:00:0.133 H:M:S, 7.8 percent` */
const STATUS =
  /^(Uptime\(secs\)|Flush\(GB\)|AddFile\([\w ]+\)|Cumulative \w+|Stalls\(count\)|Write Stall \(count\)|Blob file count): {1,4}(\S.*)$/;
/** `rocksdb.block.cache.miss COUNT : 266716074` */
const TICKER = /^(rocksdb\.\S+) COUNT : (\d+)$/;
/** `rocksdb.db.write.micros P50 : 6.536062 P95 : 17.729300 ... COUNT : 1958998 SUM : 28272319` */
const HISTOGRAM = /^(rocksdb\.\S+) (P50 : .*)$/;
/** `readrandom [AVG    3 runs] : 1288751 (± 98336) ops/sec;  147.5 (± 11.3) MB/sec` */
const RUNS = /^(\w{1,60}) (\[(?:AVG|MEDIAN) +\d+ runs\]) : (.*)$/;

/** A line of the header, of the statistics or of the counters as a fact; null for anything else. */
export function statusFact(text: string, line: number): Fact | null {
  const fact = (group: string, name: string, value: string): Fact => {
    return { group, name, value, number: toFinite(value), unit: null, line };
  };
  switch (text.charCodeAt(0)) {
    case 114: {
      const [, ticker, count] = TICKER.exec(text) ?? [];
      if (ticker && count) return fact('statistics', ticker, count);
      const [, name, values] = HISTOGRAM.exec(text) ?? [];
      if (name && values) return fact('statistics', name, values);
      break;
    }
    case 87: // WARNING and Write
      if (text.startsWith('WARNING: ')) return fact('warnings', text.slice(9, 69), text.slice(9));
  }
  const [, name, value] = HEADER.exec(text) ?? STATUS.exec(text) ?? [];
  if (name && value) return fact(HEADER.test(text) ? 'header' : 'DB statistics', name, value);
  const [, test, runs, mean] = RUNS.exec(text) ?? [];
  return test && runs && mean ? fact(test, runs.replaceAll(/ +/g, ' '), decoded(mean)) : null;
}

/** Lines are decoded byte by byte; ± has two bytes. */
function decoded(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}

/** Rows of the Level table and of the Priority table of `** Compaction Stats`. */
export class TableFacts {
  #columns: string[] | null = null;
  #kind = '';

  line(text: string, line: number): Fact[] {
    const [kind = ''] = /^(?:Level|Priority) (?= *Files)/.exec(text) ?? [];
    if (kind !== '') {
      this.#columns = text.trim().split(/\s+/).slice(1);
      this.#kind = kind.trim();
      return [];
    }
    const columns = this.#columns;
    if (!columns || text.startsWith('---')) return [];
    const [row = '', ...cells] = text.trim().split(/\s+/);
    if (cells.length !== columns.length + 1 || !/^\w+$/.test(row)) {
      this.#columns = null;
      return [];
    }
    const size = columns.indexOf('Size');
    const merged = [...cells.slice(0, size), `${cells[size]} ${cells[size + 1]}`, ...cells.slice(size + 2)];
    return merged.map((value, index) => ({
      group: `${this.#kind} ${row}`,
      name: columns[index] ?? '',
      value,
      number: toFinite(value),
      unit: null,
      line,
    }));
  }
}
