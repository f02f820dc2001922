import { expect, it } from 'vitest';
import { assembleRuns } from '../assemble/assemble-runs';
import { Measurements } from '../assemble/measurements';
import { detect, toSample } from '../detect/detect';
import { visitLines } from '../files/line-blocks';
import { FileReporter } from '../files/reporter';
import { type FormatFamily, logsOfType } from './family';
import type { ParsedLog } from './parser';
import { PARSERS } from './registry';

/*
 * The worked example of CONTRIBUTING.md, kept true by running it: pgbench as a format of the benchmark sysbench's
 * relatives would be. One folder holds this, and one line of registry.ts names the family.
 */

interface PgbenchLog extends ParsedLog {
  type: 'pgbench';
  clients: number | null;
  tps: { value: number; line: number } | null;
}

/** `tps = 1131.402718 (without initial connection time)` */
const TPS = /^tps = (\d+(?:\.\d+)?) \(without initial connection time\)$/;
const CLIENTS = /^number of clients: (\d+)$/;

const pgbenchFamily: FormatFamily = {
  name: 'pgbench',
  parsers: [
    {
      kind: 'pgbench',
      score: ({ head }) => (/^transaction type: /m.test(head) && /^scaling factor: /m.test(head) ? 0.9 : 0),
      open: (reporter) => {
        const log: PgbenchLog = { type: 'pgbench', clients: null, tps: null };
        return {
          line(bytes, start, end, lineNumber) {
            const text = bytes.toString('latin1', start, end);
            const [, tps] = TPS.exec(text) ?? [];
            if (tps !== undefined) log.tps = { value: Number(tps), line: lineNumber };
            const [, clients] = CLIENTS.exec(text) ?? [];
            if (clients !== undefined) log.clients = Number(clients);
          },
          end() {
            if (!log.tps) reporter.report('TRUNCATED_LOG', 'no line `tps = ...`: pgbench did not finish');
            return log;
          },
        };
      },
    },
  ],
  assembler: {
    assemble: (logs, context) =>
      logsOfType<PgbenchLog>(logs, 'pgbench').map((located) => {
        context.claim(located);
        const { path, log } = located;
        const measurements = new Measurements();
        measurements.reported('throughput', log.tps?.value, { file: path, line: log.tps?.line ?? 0 });
        return {
          benchmark: 'sysbench',
          label: context.rootLabel,
          directory: '.',
          variant: {
            product: 'PostgreSQL',
            version: '18.4',
            versionKnown: true,
            flavour: null,
            config: null,
          },
          workload: {
            tables: null,
            rowsPerTable: null,
            clients: log.clients,
            primaryKey: null,
            cached: null,
            label: null,
          },
          server: null,
          cores: null,
          results: [
            {
              test: 'tpcb-like',
              range: null,
              repeat: 1,
              status: log.tps ? 'ok' : 'failed',
              unit: 'transactions/s',
              clients: log.clients,
              command: null,
              tool: 'pgbench',
              device: null,
              measurements: measurements.list,
            },
          ],
        };
      }),
  },
};

const LOG = `transaction type: <builtin: TPC-B (sort of)>
scaling factor: 10
number of clients: 4
tps = 1131.402718 (without initial connection time)
`;

it('a family of one folder is detected, parsed and assembled', () => {
  const [parser] = pgbenchFamily.parsers;
  const detection = detect(toSample('out.txt', Buffer.from(LOG)), [...PARSERS, ...pgbenchFamily.parsers]);
  expect(detection).toEqual({ outcome: 'claimed', parser });
  const session = parser?.open?.(new FileReporter('out.txt'));
  if (!session) throw new Error('the parser reads');
  visitLines(Buffer.from(LOG), 1, session);
  const log = session.end();
  const { runs } = assembleRuns(
    log ? [{ path: 'out.txt', log }] : [],
    { rootLabel: 'x', device: undefined },
    [pgbenchFamily],
  );
  expect(runs[0]?.workload.clients).toBe(4);
  expect(runs[0]?.results[0]?.measurements).toMatchObject([
    { metric: 'throughput', value: 1131.402718, source: 'reported', file: 'out.txt', line: 4 },
  ]);
});
