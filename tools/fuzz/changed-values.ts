// Damages logs line by line, and compares each number with that of the whole log: a number may differ only where its own
// line was changed, or where a new diagnostic reports the damage.

import { Readable } from 'node:stream';
import { IngestError, type Measurement, readUploadStream } from '@basecase/ingest';
import { makeZip } from '@basecase/ingest/testing/zip';
import type { NamedLog } from './hostile-archive';
import type { Random } from './random';

/** Formats whose numbers are checked: a fixture, and a log next to which it is read. */
const FORMATS: readonly (readonly [pattern: RegExp, beside?: string])[] = [
  [/^made-hammerdb-6-report.*\.json$/],
  [/^made-hammerdb-tproc-h\.txt$/],
  [/^made-hammerdb-(?:v6|v4|failed-users|jobs-result)/],
  [/^made-benchmarksql/],
  [/^made-memtier/],
  [/^made-mysqlslap/],
  [/^made-cockroach-ycsb/],
  [/^made-go-tpc/],
  [/^made-(?:clickbench|dfbench)/],
  [/^made-java-db_bench\.log$/],
  [/^made-leveldb/],
  [/^fio-[12]\.|^fio.*client.*json$/],
  [/^perf-stat\.txt$/, 'checkpoints.txt'],
  [/^tpcc_.*histograms\.json$/, 'tpcc_2026-05-04_10-20-30.summary.json'],
  [/^made-stacks\.folded$/],
];

/** A line, and the place that it had in the whole log; null of one that was changed. */
interface Line {
  text: string;
  origin: number | null;
}

interface Source {
  name: string;
  lines: readonly string[];
  beside: NamedLog[];
}

/** What an upload gave: numbers by metric and line, and what was reported. */
interface Read {
  numbers: Measurement[];
  codes: ReadonlySet<string>;
}

export function sourcesOfValues(logs: readonly NamedLog[]): Source[] {
  return FORMATS.flatMap(([pattern, beside]) =>
    logs
      .filter(({ name }) => pattern.test(name))
      .map(({ name, bytes }) => ({
        name,
        lines: bytes.toString('latin1').split('\n'),
        beside: logs.filter((other) => other.name === beside),
      })),
  );
}

/**
 * Reads one damaged log.
 *
 * @returns what is wrong, null when nothing is
 * @throws anything but a refusal: that is a fault
 */
export async function tryValues(source: Source, random: Random): Promise<string | null> {
  const whole = await read(source, source.lines.join('\n'), false);
  let lines: Line[] = source.lines.map((text, origin) => ({ text, origin }));
  for (let left = 1 + random.int(2); left > 0; left -= 1) lines = random.pick(MUTATIONS)(lines, random);
  const end = random.chance(0.1) ? '\r\n' : '\n';
  const text = lines.map((line) => line.text).join(end);
  const damaged = await read(source, text, random.chance(0.2));
  if (damaged === null || whole === null || losesName(source, lines)) return null;
  // A new diagnostic reports the damage.
  if ([...damaged.codes].some((code) => !whole.codes.has(code))) return null;
  // A number may be printed twice, and be read from the other line.
  const known = new Set(whole.numbers.map(({ metric, value }) => `${metric} ${value}`));
  const changed = damaged.numbers.find((each) => {
    // Computed numbers may depend on lines other than those of their evidence.
    if (each.source === 'computed' || each.doubt) return false;
    const origin = lines[each.line - 1]?.origin;
    if (origin === null || origin === undefined) return false;
    return !known.has(`${each.metric} ${each.value}`);
  });
  if (!changed) return null;
  const { metric, value, line } = changed;
  return `${source.name}: ${metric} is ${value} by line ${line}, which is as it was: ${lines[line - 1]?.text.slice(0, 200)}\n${text}`;
}

/** The name of a job decides whether the totals of all hosts are those of one job. */
const NAME = /^ *"jobname" *:/;

function losesName({ lines: whole }: Source, lines: readonly Line[]): boolean {
  const kept = new Set(lines.map(({ origin }) => origin));
  return whole.some((text, index) => NAME.test(text) && !kept.has(index));
}

/** @returns null for a log that is refused */
async function read({ name, beside }: Source, text: string, isZip: boolean): Promise<Read | null> {
  const own = { name, bytes: Buffer.from(text, 'latin1') };
  const members = [own, ...beside].map((file) => ({ name: `run/${file.name}`, content: file.bytes }));
  const bytes = isZip || beside.length > 0 ? makeZip(members) : own.bytes;
  try {
    const upload = await readUploadStream(Readable.from([bytes]), bytes === own.bytes ? name : 'run.zip');
    // A failed result is compared with nothing, whatever its numbers.
    const measured = upload.runs.flatMap((run) =>
      run.results.flatMap(({ status, measurements }) => (status === 'failed' ? [] : measurements)),
    );
    const numbers = measured.filter(({ file }) => file.endsWith(name));
    const invalid = numbers.find(({ value }) => !Number.isFinite(value));
    if (invalid) throw new Error(`${name}: ${invalid.metric} is ${invalid.value}`);
    const codes = upload.diagnostics.map(({ code, message }) => `${code} ${message.replace(/\d+/g, '')}`);
    return { numbers, codes: new Set(codes) };
  } catch (error) {
    if (error instanceof IngestError) return null;
    throw error;
  }
}

type Mutation = (lines: Line[], random: Random) => Line[];

/** A line that is not as it was. */
function changeLine(lines: readonly Line[], random: Random, change: (text: string) => string): Line[] {
  const at = random.int(lines.length);
  return lines.map((line, index) => (index === at ? { text: change(line.text), origin: null } : line));
}

const WORDS = [
  'x',
  'null',
  '-',
  '"',
  '}',
  ']',
  ',',
  '\t',
  '  ',
  'error: lost connection',
  '\0',
  '[INFO]',
  '99',
];

const MUTATIONS: readonly Mutation[] = [
  (lines, random) => lines.slice(0, random.int(lines.length + 1)),
  (lines, random) => lines.slice(random.int(lines.length + 1)),
  (lines, random) => lines.filter(() => !random.chance(0.05)),
  (lines, random) => {
    const at = random.int(lines.length);
    return lines.filter((_, index) => index !== at);
  },
  (lines, random) => {
    const at = random.int(lines.length);
    const again = (text: string) => ({ text, origin: null });
    return lines.flatMap((line, index) => (index === at ? [line, again(line.text)] : [line]));
  },
  (lines, random) => {
    const [a, b] = [random.int(lines.length), random.int(lines.length)];
    const moved = (from: number) => ({ text: lines[from]?.text ?? '', origin: null });
    return lines.map((line, index) => (index === a ? moved(b) : index === b ? moved(a) : line));
  },
  (lines, random) => changeLine(lines, random, (text) => text.slice(0, random.int(text.length + 1))),
  (lines, random) =>
    changeLine(lines, random, (text) => {
      const at = random.int(text.length + 1);
      return text.slice(0, at) + random.pick(WORDS) + text.slice(at);
    }),
  (lines, random) =>
    changeLine(lines, random, (text) =>
      text.replace(/\d+(?:\.\d+)?/g, (digits) =>
        random.chance(0.5)
          ? random.pick(['0', `${digits}0`, `-${digits}`, 'NaN', '1e5', digits.slice(1)])
          : digits,
      ),
    ),
  (lines, random) => {
    const at = random.int(lines.length + 1);
    return [...lines.slice(0, at), { text: random.pick(WORDS), origin: null }, ...lines.slice(at)];
  },
  (lines) => [...lines, ...lines],
];
