import { lookUp } from '../../model/words/look-up';
import { containsAny } from '../../text/contains-any';
import { toFinite } from '../../text/finite';
import type { FormatFamily } from '../family';
import { type LogParser, type Sample, scoreOf } from '../parser';
import { textLines } from '../text-lines';
import { fioFormat as about } from './about';
import { fioAssembler } from './assemble/fio-assembler';
import { fio } from './fio';
import type { FioSummary, FioSummaryRow } from './summary/fio-summary-log';

const ROW_LINE = /^\d+[,\t]\d+\.\d[,\t]\d+\.\d[,\t]\d+[,\t]f(?:data)?sync=[01]_\d+[KMG]$/m;
const ROW = /^(\d+)[,\t]\d+\.\d[,\t](\d+\.\d)[,\t](\d+)[,\t](f(?:data)?sync=[01]_\d+[KMG])$/;
const BLOCK_HEAD = /^\d+ ?[KMG]B writes\nw\/s\s+MB\/s\s+sync\s+test$/m;
/** One of them is in whatever the patterns find. */
const SUMMARY_LITERALS = ['sync=', 'B writes\n'];
const BLOCK = /^(\d+) ?([KMG])B writes$/;
const BLOCK_COLUMNS = /^w\/s[ \t]+MB\/s[ \t]+sync[ \t]+test$/;
/** The header of a block has four words too. */
const NAMED_BLOCK_ROW = /^\d+[ \t]+\d+\.\d[ \t]+\d+\.\d[ \t]+(?:no-sync|f(?:data)?sync(?:=[01]_\w+)?)$/;
const BLOCK_ROW = /^(\d+)[ \t]+\d+\.\d[ \t]+(\d+\.\d)[ \t]+([\w=-]+)$/;
const GREPS = /^O_DIRECT with f(?:data)?sync=[01] for block size \d+[KMG]\n +(?:write|clat|sync)\b/m;
/** Names of the second form. */
const SYNC_MODES: Readonly<Record<string, string>> = {
  'no-sync': 'fsync=0',
  fsync: 'fsync=1',
  fdatasync: 'fdatasync=1',
};

/**
 * The fsync study's tables, in two forms. One row a test, comma or tab: IO/s, MB/s, sync latency in microseconds, jobs,
 * test:
 *
 *     43400,646.6,0.0,1,fsync=0_16K
 *
 * or a block for each block size:
 *
 *     16 KB writes
 *     w/s     MB/s    sync    test
 *     43400   646.6   0.0     no-sync
 *
 * MB/s is not read: the study divides MiB/s by 1.048576 where it should multiply. Bandwidth is IO/s × block size.
 */
const fioSummary: LogParser = {
  kind: 'fio-summary',
  about: 'table of fio results: IO/s, MB/s, sync and their label `fsync=0_16K`',
  score: ({ head, name }) =>
    scoreOf(
      containsAny(head, SUMMARY_LITERALS) && (ROW_LINE.test(head) || BLOCK_HEAD.test(head)),
      /^sum\.\d+\./.test(name),
    ),
  open(reporter) {
    const rows: FioSummaryRow[] = [];
    let blockSize: string | null = null;
    /** The size of the block whose columns come next. */
    let nextSize: string | null = null;

    /** A log line with a space in it (`avg= 9.22`) was counted as 0.0 by the study's script. */
    const withoutZeroSync = (row: FioSummaryRow): FioSummaryRow => {
      if (row.syncUs !== 0) return row;
      const text = `a sync latency of 0.0 for ${row.test} is a value that was not understood; left out`;
      reporter.report('METRIC_MISSING', text, { line: row.line });
      return { ...row, syncUs: null };
    };

    const readBlockRow = (text: string, line: number): FioSummaryRow | null => {
      const [, iops, sync, label = ''] = BLOCK_ROW.exec(text) ?? [];
      if (iops === undefined || blockSize === null) return null;
      const mode = lookUp(SYNC_MODES, label) ?? /^(f(?:data)?sync=[01])_/.exec(label)?.[1];
      return mode === undefined ? null : toRow(`${mode}_${blockSize}`, [iops, sync, undefined], line);
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, at) => {
        if (rows.length >= MAX_ROWS) return;
        const block = BLOCK.exec(text);
        if (block) nextSize = `${block[1]}${block[2]}`;
        // A block without its own line does not have the size of the block above.
        if (block || BLOCK_COLUMNS.test(text)) {
          blockSize = nextSize;
          if (!block) nextSize = null;
        }
        const row = readRow(text, at.line) ?? readBlockRow(text, at.line);
        if (row) rows.push(withoutZeroSync(row));
        else if (/^\d/.test(text) && !block && at.bytes.length <= MAX_LINE_BYTES)
          reporter.report('LINE_UNPARSED', 'expected IO/s, MB/s, sync latency and a test', at);
      }),
      end(): FioSummary | null {
        const [first] = rows;
        if (!first) return null;
        const reason =
          'the MB/s column is left out: it is MiB/s divided by 1.048576 where it should be multiplied';
        const text = `${reason}. Bandwidth is IO/s × block size`;
        reporter.report('METRIC_MISSING', text, { line: first.line });
        return { type: 'fio-summary', rows };
      },
    };
  },
  valueLines: [ROW, NAMED_BLOCK_ROW],
};

/** `o.sum.*`: the lines of a log that hold IO/s and latencies. The log itself has the same values and more. */
const fioGreps: LogParser = {
  kind: 'fio-greps',
  score: (sample: Sample) => {
    if (!GREPS.test(sample.head)) return 0;
    return /^o\.sum\./.test(sample.name) ? 1 : 0.8;
  },
  open: null,
};

const MAX_ROWS = 1000;
const MAX_LINE_BYTES = 200;

function readRow(text: string, line: number): FioSummaryRow | null {
  const [, iops, sync, jobs, test] = ROW.exec(text) ?? [];
  return iops === undefined || test === undefined ? null : toRow(test, [iops, sync, jobs], line);
}

function toRow(
  test: string,
  [iops, sync, jobs]: readonly [iops: string, sync: string | undefined, jobs: string | undefined],
  line: number,
): FioSummaryRow | null {
  const value = toFinite(iops);
  if (value === null) return null;
  const syncs = test.includes('sync=1');
  return { test, iops: value, syncUs: syncs ? toFinite(sync) : null, jobs: toFinite(jobs), line };
}

/** One of them is in whatever a pattern for options finds. */
const LITERALS = ['rw', 'readwrite', 'ioengine'];
const SECTION = /^\[[^\]\r\n]{1,100}\][ \t]*\r?$/m;
const OPTION = /^[ \t]*(?:rw|readwrite|ioengine)[ \t]*=[ \t]*\w/m;
/** Lines of output only: scripts print the job before they run it. */
const OUTPUT = /: \(g=\d+\): rw=|\(groupid=\d+, jobs=\d+\)|"fio version"|^[345];fio-/m;

/**
 * A job file: what fio is to do, not what it measured. It is named like output often enough (`randread.fio`).
 *
 *     [global]
 *     ioengine=libaio
 *     [randread]
 *     rw=randread
 */
const fioJobFile: LogParser = {
  kind: 'fio-job',
  about: 'settings of fio: sections with rw= or ioengine=',
  score: ({ name, head }) => {
    const isOwn =
      containsAny(head, LITERALS) && OPTION.test(head) && SECTION.test(head) && !OUTPUT.test(head);
    return scoreOf(isOwn, /\.(?:fio|ini|job)$/.test(name));
  },
  open: null,
};

export const fioFormat: FormatFamily = {
  ...about,
  parsers: [fio, fioJobFile, fioSummary, fioGreps],
  assembler: fioAssembler,
};
