import type { Random } from './random';

const KEYS = [
  'basecase',
  'server',
  'name',
  'cores',
  'product',
  'version',
  'config',
  'workload',
  'label',
  'cached',
  'campaign',
  'startedAt',
  'notes',
  '__proto__',
  'constructor',
  'toString',
  '',
];

/** Text of a basecase.json of any shape: right keys with wrong values, prototypes, depth, length, no JSON at all. */
export function hostileManifest(random: Random): string {
  const form = random.int(10);
  if (form === 0) return random.bytes(random.int(300)).toString('latin1');
  if (form === 1) return random.pick(['[', '{"a":', '[{"server":']).repeat(random.int(40_000));
  if (form === 2) return '['.repeat(30_000) + ']'.repeat(30_000);
  const text = value(random, 0);
  const whole =
    form < 8 ? `{"basecase":1,${text.startsWith('{') ? text.slice(1) : `"notes":${text}}`}` : text;
  return random.chance(0.1) ? whole.slice(0, random.int(whole.length + 1)) : whole;
}

/** JSON as text, because no object in memory has two equal keys or a number like 1e999. */
function value(random: Random, depth: number): string {
  const isLeaf = depth > 5 || random.chance(depth === 0 ? 0.1 : 0.6);
  if (isLeaf) return leaf(random);
  const length = random.int(8);
  if (random.chance(0.2)) return `[${Array.from({ length }, () => value(random, depth + 1)).join(',')}]`;
  const fields = Array.from(
    { length },
    () => `${JSON.stringify(random.pick(KEYS))}:${value(random, depth + 1)}`,
  );
  return `{${fields.join(',')}}`;
}

function leaf(random: Random): string {
  return random.pick<() => string>([
    () =>
      random.pick([
        'null',
        'true',
        'false',
        '0',
        '-0',
        '1',
        '-1',
        '1e999',
        '-1e999',
        '1e30',
        '0.1',
        '9007199254740993',
        'NaN',
        'Infinity',
      ]),
    () => JSON.stringify('x'.repeat(random.int(random.chance(0.1) ? 200_000 : 300))),
    () =>
      JSON.stringify(
        random.pick([
          '2026-11-20T23:40:04Z',
          '2026-99-99T99:99:99Z',
          'pn53',
          'MySQL',
          '9.5.0',
          '\0',
          '\u202e',
          '\ud800',
          '<b>',
        ]),
      ),
    () => '"\\ud800"',
  ])();
}
