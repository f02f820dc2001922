import path from 'node:path';
import { atMost, type BenchRow, median, milliseconds, shell, timeMs, times } from '../measure';

const ROUNDS = 7;
const BINARY = path.resolve(import.meta.dirname, '../../../apps/cli/bin/basecase.mjs');
const SCRIPT = path.join(import.meta.dirname, 'rel-tables.sh');
/** Device of the made-up logs that holds the data. */
const DEVICE = 'md2';

/** What is measured, whole processes, in this order in each round. */
const WHAT = ['node', 'version', 'help', 'gzip', 'script', 'compare', 'parse'] as const;
type What = (typeof WHAT)[number];

/**
 * The command line, as whole processes: its start, and two run directories compared and printed. Peers run in turn with
 * it, so that a slow or busy machine slows all: Node.js that does nothing, `gzip -dc | wc -l` of the same, and a script
 * of awk that makes the tables of `basecase compare --metric all`.
 */
export async function benchCli(input: {
  directories: string[];
  tarball: string;
  megabytes: number;
}): Promise<BenchRow[]> {
  const paths = input.directories.map((directory) => `'${directory}'`).join(' ');
  const basecase = `'${process.execPath}' '${BINARY}'`;
  const commands: Record<What, string> = {
    node: `'${process.execPath}' -e 0`,
    version: `${basecase} --version`,
    help: `${basecase} --help`,
    gzip: `gzip -dc '${input.tarball}' | wc -l`,
    script: `bash '${SCRIPT}' ${DEVICE} ${paths}`,
    compare: `${basecase} compare ${paths} --metric all 2>/dev/null`,
    parse: `${basecase} parse ${paths} 2>/dev/null`,
  };
  const samples = new Map<What, number[]>(WHAT.map((what) => [what, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const what of WHAT) {
      const ms = await timeMs(() => shell(commands[what]));
      // The first round makes the bundle, and what V8 keeps of it.
      if (round > 0) samples.get(what)?.push(ms);
    }
  }
  const of = (what: What) => median(samples.get(what) ?? []);
  return [...starts(of), ...comparisons(of, input.megabytes), parsing(of, input.megabytes)];
}

type Median = (what: What) => number;

function starts(of: Median): BenchRow[] {
  return (['version', 'help'] as const).map((what) =>
    atMost(
      `(o) \`basecase --${what}\`, whole process, Node.js that does nothing takes ${of('node').toFixed(0)} ms`,
      of(what),
      { limit: 150, show: milliseconds(0), more: ` (${times(2)(of(what) / of('node'))})` },
    ),
  );
}

function comparisons(of: Median, megabytes: number): BenchRow[] {
  const row = (peer: What, called: string, limit: number): BenchRow =>
    atMost(
      `(o) \`basecase compare\` of two run directories, ${megabytes.toFixed(0)} MB, against ${called} (${of(peer).toFixed(0)} ms)`,
      of('compare') / of(peer),
      { limit, show: times(2), more: ` (${of('compare').toFixed(0)} ms)` },
    );
  return [
    row('gzip', '`gzip -dc \\| wc -l`', 1.5),
    row('script', 'a script of awk that makes the same tables', 0.4),
  ];
}

function parsing(of: Median, megabytes: number): BenchRow {
  const speed = (megabytes / of('parse')) * 1000;
  return {
    what: `(o) \`basecase parse\` of the same to NDJSON, against \`gzip -dc \\| wc -l\` (${of('gzip').toFixed(0)} ms)`,
    aim: '≥ 80 MB/s',
    reached: `${speed.toFixed(0)} MB/s (${(of('parse') / of('gzip')).toFixed(2)}×)`,
    met: speed >= 80,
  };
}
