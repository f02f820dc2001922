import type { Random } from './random';

/** Several times what parsers are shown of a line. */
const LONGEST_LINE = 3_000_000;
const NUMBERS = [
  '1e30',
  '-1',
  '-0',
  'NaN',
  'inf',
  '0',
  '99999999999999999999999999999999',
  '0.0000000001',
  '',
];
const PIECES = [
  '\0',
  '\r',
  '\r\n',
  '\n\n',
  '\ufeff',
  '\u2028',
  '\x1b[31m',
  '%',
  ',',
  '\t',
  '{',
  '}',
  '"',
  '-nan',
];

type Mutation = (lines: string[], random: Random) => string[];

/** Changes of whole lines; the text has a character for each byte. */
const LINE_MUTATIONS: readonly Mutation[] = [
  (lines, random) => lines.slice(0, random.int(lines.length + 1)),
  (lines, random) => lines.slice(random.int(lines.length + 1)),
  (lines, random) => lines.filter(() => !random.chance(0.1)),
  (lines, random) => lines.flatMap((line) => (random.chance(0.1) ? [line, line] : [line])),
  (lines, random) => [...lines, ...lines.slice(random.int(lines.length + 1))],
  (lines, random) => {
    const [a, b] = [random.int(lines.length), random.int(lines.length)];
    return lines.map((line, index) => (index === a ? (lines[b] ?? '') : line));
  },
  (lines, random) =>
    changeLine(lines, random, (line) =>
      line.repeat(1 + random.int(Math.min(20, 1 + LONGEST_LINE / (1 + line.length)))),
    ),
  (lines, random) =>
    changeLine(
      lines,
      random,
      (line) => line + random.pick(['x', '0', ' ', '1,', '[']).repeat(random.int(LONGEST_LINE)),
    ),
  (lines, random) => changeLine(lines, random, (line) => line.slice(0, random.int(line.length + 1))),
  (lines, random) => lines.map((line) => (random.chance(0.2) ? changeNumber(line, random) : line)),
  (lines, random) => changeLine(lines, random, (line) => changeNumber(line, random)),
  (lines, random) =>
    changeLine(lines, random, (line) => {
      const at = random.int(line.length + 1);
      return line.slice(0, at) + random.pick(PIECES) + line.slice(at);
    }),
];

/**
 * Damages a log as crashes, copies and hostile people do: bits, lines, numbers, line ends, encodings.
 *
 * @param other another log, to splice with
 */
export function mutateLog(log: Buffer, other: Buffer, random: Random): Buffer {
  let lines = log.toString('latin1').split('\n');
  for (let left = 1 + random.int(4); left > 0; left -= 1) lines = random.pick(LINE_MUTATIONS)(lines, random);
  if (random.chance(0.1)) lines = [...lines, ...other.toString('latin1').split('\n').slice(random.int(50))];
  const text = lines.join(random.pick(['\n', '\n', '\n', '\n', '\r\n', '\r', '']));
  return damageBytes(encode(text, random), random);
}

function changeLine(lines: string[], random: Random, change: (line: string) => string): string[] {
  const at = random.int(lines.length);
  return lines.map((line, index) => (index === at ? change(line) : line));
}

function changeNumber(line: string, random: Random): string {
  const change = random.pick<(digits: string) => string>([
    () => random.pick(NUMBERS),
    (digits) => digits.repeat(2 + random.int(30)),
    (digits) => `-${digits}`,
    (digits) => `${digits}0`,
    (digits) => `${digits}.${digits}`,
  ]);
  return line.replace(/\d+(?:\.\d+)?/g, (digits) => (random.chance(0.3) ? change(digits) : digits));
}

function encode(text: string, random: Random): Buffer {
  if (random.chance(0.03)) return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (random.chance(0.03)) return Buffer.from(text, 'utf8');
  return Buffer.from(text, 'latin1');
}

function damageBytes(bytes: Buffer, random: Random): Buffer {
  if (bytes.length === 0 || !random.chance(0.4)) return bytes;
  const damaged = Buffer.from(bytes);
  for (let left = 1 + random.int(40); left > 0; left -= 1) {
    const at = random.int(damaged.length);
    damaged[at] = random.chance(0.5) ? (damaged[at] ?? 0) ^ (1 << random.int(8)) : random.int(256);
  }
  return random.chance(0.2) ? damaged.subarray(0, random.int(damaged.length)) : damaged;
}
