import { addHost, takeBeside } from '../../assemble/beside';
import { Measurements } from '../../assemble/measurements';
import { UNKNOWN_WORKLOAD } from '../../model/run';
import {
  type AssembleContext,
  type FormatFamily,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../../parsers/family';
import { hostTestName } from '../../parsers/host/host-test-name';
import type { ParsedLog } from '../../parsers/parser';
import { rowbenchFormat as about } from './about';

interface RowbenchLog extends ParsedLog {
  type: 'rowbench';
  test: string;
  rate: { value: number; line: number } | null;
  clients: number | null;
}

const HEAD = /^rowbench \d+\.\d+: (\w+)$/;
const LINE = /^(clients|rows per minute|retries): (\d+)$/;
const PROGRESS = /^after (\d+) s: (\d+) rows per minute$/;
const SERIES = { id: 'throughput', label: 'rows/min', unit: 'rows/min' };

export const rowbenchFormat: FormatFamily = {
  ...about,
  parsers: [
    {
      kind: 'rowbench',
      score: ({ head }) => (/^rowbench \d/.test(head) ? 0.9 : 0),
      hasDetails: true,
      open: (reporter, details) => {
        const log: RowbenchLog = { type: 'rowbench', test: '', rate: null, clients: null };
        return {
          line(bytes, start, end, lineNumber) {
            const text = bytes.toString('latin1', start, end);
            log.test = HEAD.exec(text)?.[1] ?? log.test;
            const [, name, digits] = LINE.exec(text) ?? [];
            const [, at, rate] = PROGRESS.exec(text) ?? [];
            if (at !== undefined) details?.series(SERIES).add(Number(at), Number(rate), lineNumber);
            if (name === 'clients') log.clients = Number(digits);
            if (name === 'rows per minute') log.rate = { value: Number(digits), line: lineNumber };
            if (name === 'retries' && digits !== '0') {
              reporter.report('rowbench:RETRIED', `${digits} rows`, { line: lineNumber });
            }
          },
          end() {
            if (!log.rate) reporter.report('TRUNCATED_LOG', 'no line `rows per minute`: it did not finish');
            return log;
          },
        };
      },
    },
  ],
  assembler: {
    assemble: (logs, context) =>
      logsOfType<RowbenchLog>(logs, 'rowbench').map((located) => toPart(located, logs, context)),
  },
};

function toPart(
  located: LocatedLog<RowbenchLog>,
  logs: readonly LocatedLog[],
  context: AssembleContext,
): RunPart {
  context.claim(located);
  const { path, log } = located;
  const belongs = (name: string) => hostTestName(name) === log.test;
  const beside = takeBeside(logs, '.', { belongs, context });
  const measurements = new Measurements();
  const at = { file: path, line: log.rate?.line ?? 0, unit: 'rows/min' };
  measurements.reported('throughput', log.rate?.value, at);
  const q = log.rate && log.rate.value / 60;
  const device = addHost(measurements, beside, { device: null, q });
  const { test, clients } = log;
  return {
    benchmark: 'rowbench',
    label: context.rootLabel,
    directory: '.',
    variant: { product: 'PostgreSQL', version: '18.4', versionKnown: true, flavour: null, config: null },
    workload: { ...UNKNOWN_WORKLOAD, clients },
    server: null,
    cores: null,
    results: [
      {
        test,
        range: null,
        repeat: 1,
        status: log.rate ? 'ok' : 'failed',
        unit: 'rows/min',
        clients,
        command: null,
        tool: 'rowbench',
        device,
        measurements: measurements.list,
      },
    ],
  };
}
