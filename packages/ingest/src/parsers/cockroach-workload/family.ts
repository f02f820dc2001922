import { LostRows } from '../../checks/lost-rows';
import { percentileMetric } from '../../model/metric';
import { containsAny } from '../../text/contains-any';
import { type ClientLog, type ClientRun, clientRunsAssembler } from '../client-runs';
import type { FormatFamily } from '../family';
import { extremeMetric, numberAt } from '../number-line';
import { type LogParser, scoreOf } from '../parser';
import { BoundedList, textLines } from '../text-lines';
import { LATENCY, readCells, readHeader } from '../tpcc/cockroach/cockroach';
import { parseGoDuration } from '../ycsb/go/go-duration';
import { cockroachWorkloadFormat as about } from './about';

const HEADING = /^[\t >]{0,40}_elapsed_[A-Za-z0-9_()/]{0,80}_(?:ops\/sec\((?:inst|cum)\)|ops\(total\))_/m;
const OF_TPCC = /_tpmC| newOrder\b/;
/** `cockroach workload run kv --concurrency=64 --duration 5m ...`, `./workload run ycsb --workload=A` */
const COMMAND = /\bworkload run (\w{1,40})(?= |$)/;
const OPTION =
  /(?: --(concurrency|workload|read-percent|batch|max-rate|min-block-bytes|max-block-bytes)[ =])([\w.-]{1,40})(?= |$)/g;
const MAX_LINE_BYTES = 1024;

/** `cockroach workload run` of any kind but TPC-C. Source: pkg/workload/cli/run.go of github.com/cockroachdb/cockroach. */
const cockroachWorkload: LogParser = {
  kind: 'cockroach-workload',
  about:
    'output of `cockroach workload run`: a header `_elapsed___errors_____ops(total)___ops/sec(cum)__...`',
  score({ head, name, bytes }) {
    const isOwn = containsAny(head, ['_elapsed_']) && HEADING.test(head);
    return scoreOf(isOwn && !OF_TPCC.test(bytes.toString('latin1')), /workload|cockroach/i.test(name));
  },
  open(reporter) {
    const runs = new BoundedList<ClientRun>(reporter, 'rows');
    let table: ReturnType<typeof readHeader> = null;
    let kind: string | null = null;
    let clients: number | null = null;
    let options: string[] = [];
    let last = 0;
    const rows = new LostRows(reporter);

    const readCommand = (text: string, name: string) => {
      kind = name;
      options = [];
      clients = null;
      for (const [, option = '', value = ''] of text.matchAll(OPTION)) {
        if (option === 'concurrency') clients = Number(value) || null;
        else options.push(`${option}=${value}`);
      }
    };

    const addRow = (cells: ReadonlyMap<string, string>, line: number) => {
      const test = table?.kind === 'all' ? 'all' : (cells.get('opName') ?? '');
      const numbers: ClientRun['numbers'] = new Map();
      const seconds = parseGoDuration(cells.get('elapsed') ?? '');
      const add = (
        metric: Parameters<typeof numbers.set>[0] | null,
        text: string | undefined,
        exponent = 0,
      ) => {
        const at = numberAt(text, line, exponent);
        if (metric && at) numbers.set(metric, at);
      };
      add('throughput', cells.get('ops/sec(cum)'));
      add('operations', cells.get('ops(total)'));
      add('errors', cells.get('errors'));
      if (seconds !== null) numbers.set('elapsed', { value: seconds, line });
      for (const [column, text] of cells) {
        const [found, word, percent = ''] = LATENCY.exec(column) ?? [];
        if (found !== undefined)
          add(
            word ? extremeMetric(word.replace('pMax', 'max')) : percentileMetric(Number(percent)),
            text,
            -3,
          );
      }
      const operations = numbers.get('operations')?.value ?? null;
      if (table?.kind === 'all') rows.end(line, operations);
      else rows.row(test, operations);
      runs.add({ test, clients, options: kind === null ? options : [kind, ...options], numbers }, line);
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, { line, bytes }) => {
        last = line;
        const [, name] = COMMAND.exec(text) ?? [];
        if (name !== undefined) readCommand(text, name);
        const header = readHeader(text);
        if (header) {
          table = header;
          return;
        }
        const found = table && readCells(text, table);
        if (!table || !found) return;
        if (table.kind === 'interval') {
          const shown = found.cells.get('opName');
          if (found.isWhole && shown !== undefined) rows.progress(shown);
          return;
        }
        if (!found.isWhole) reporter.unreadable(line, bytes);
        if (found.isWhole || found.isCut) addRow(found.cells, line);
      }),
      end(): ClientLog {
        if (runs.items.length === 0 || rows.hasRows) {
          const table = rows.hasRows ? '`_result`' : '`_total` or `_result`';
          const message = `no table ${table}: the workload was stopped, or the file was cut`;
          rows.end(last || null);
          reporter.report('TRUNCATED_LOG', message, { line: last || null });
        }
        return { type: about.name, runs: runs.items, tool: 'cockroach workload' };
      },
    };
  },
};

export const cockroachWorkloadFormat: FormatFamily = {
  ...about,
  parsers: [cockroachWorkload],
  assembler: clientRunsAssembler({ type: about.name, product: 'CockroachDB' }),
};
