import { lookUp } from './look-up';
/** What a unit counts; units of one kind and base can be converted. */
export type UnitKind = 'time' | 'bytes' | 'rate' | 'percent' | 'per-operation' | 'other';

export interface Unit {
  /** As it is shown: `µs`, `KiB/s`, `rows`. Holds no colon. */
  text: string;
  kind: UnitKind;
  /** Value in this unit × factor = value in `base`. */
  factor: number;
  /** `s`, `B`, `B/s`, `queries/s`; of other kinds the text itself. */
  base: string;
}

type Scale = readonly [text: string, factor: number];

const SECOND = 1;
const MINUTE = 60;
const HOUR = 3600;

/** By spelling in lower case: seconds. */
const TIMES: Readonly<Record<string, Scale>> = {
  ...named(['ns', 1e-9], 'nsec', 'nanosecond', 'nanoseconds', 'nanos'),
  ...named(['µs', 1e-6], 'us', 'μs', 'usec', 'microsecond', 'microseconds', 'micros'),
  ...named(['ms', 1e-3], 'msec', 'millisecond', 'milliseconds', 'millis'),
  ...named(['s', SECOND], 'sec', 'secs', 'second', 'seconds'),
  ...named(['min', MINUTE], 'minute', 'minutes'),
  ...named(['h', HOUR], 'hr', 'hour', 'hours'),
};

/** By spelling in lower case, for which `kb` and `KB` are the same: thousand bytes. */
const BYTES: Readonly<Record<string, Scale>> = {
  ...named(['B', 1], 'byte', 'bytes'),
  ...named(['KB', 1e3], 'kilobyte', 'kilobytes'),
  ...named(['MB', 1e6], 'megabyte', 'megabytes'),
  ...named(['GB', 1e9], 'gigabyte', 'gigabytes'),
  ...named(['TB', 1e12], 'terabyte', 'terabytes'),
  ...named(['KiB', 2 ** 10], 'kibibyte', 'kibibytes'),
  ...named(['MiB', 2 ** 20], 'mebibyte', 'mebibytes'),
  ...named(['GiB', 2 ** 30], 'gibibyte', 'gibibytes'),
  ...named(['TiB', 2 ** 40], 'tebibyte', 'tebibytes'),
};

/** Parts of a whole: 0.12 is 12%. */
const SHARES: Readonly<Record<string, Scale>> = {
  ...named(['%', 1], 'percent', 'pct'),
  ...named(['ratio', 100], 'fraction'),
};

/** Rates with their own name: what is counted, and in how many seconds. */
const RATES: Readonly<Record<string, readonly [what: string, seconds: number]>> = {
  hz: ['operations', SECOND],
  ops: ['operations', SECOND],
  qps: ['queries', SECOND],
  tps: ['transactions', SECOND],
  rps: ['requests', SECOND],
  iops: ['IO', SECOND],
  tpm: ['transactions', MINUTE],
  qph: ['queries', HOUR],
};

const PER_TIME = /^(.*?)\s*(?:\/|\bper\s+)\s*(s|secs?|seconds?|min|minutes?|h|hr|hours?)$/i;
const PER_OPERATION =
  /(?:\/|\bper\s+)\s*(?:op|ops|operation|query|request|transaction|txn?|row|insert|iteration|run)s?$/i;

/** What a unit means, however it is spelled. Never fails: an unknown one is what it says, and only equal to itself. */
export function readUnit(text: string): Unit {
  const spelled = text.trim();
  const lower = spelled.toLowerCase();
  const time = lookUp(TIMES, lower);
  if (time) return { text: time[0], kind: 'time', factor: time[1], base: 's' };
  const bytes = lookUp(BYTES, lower);
  if (bytes) return { text: bytes[0], kind: 'bytes', factor: bytes[1], base: 'B' };
  const share = lookUp(SHARES, lower);
  if (share) return { text: share[0], kind: 'percent', factor: share[1], base: '%' };
  const rate = lookUp(RATES, lower);
  if (rate) return toRate(rate[0], rate[1]);
  const [found, what = '', per = ''] = PER_TIME.exec(spelled) ?? [];
  if (found !== undefined) return toRate(what, lookUp(TIMES, per.toLowerCase())?.[1] ?? SECOND);
  const kind = PER_OPERATION.test(spelled) ? 'per-operation' : 'other';
  return { text: spelled, kind, factor: 1, base: spelled };
}

/** Every unit that values in this one can be converted to, it among them. */
export function unitsLike({ kind, base, text }: Unit): string[] {
  if (kind === 'time') return textsOf(TIMES);
  if (kind === 'bytes') return textsOf(BYTES);
  if (kind === 'percent') return textsOf(SHARES);
  if (kind !== 'rate') return [text];
  const counted = base.slice(0, -'/s'.length);
  const amounts = counted === 'B' ? textsOf(BYTES) : [counted];
  return amounts.flatMap((amount) => ['s', 'min', 'h'].map((per) => `${amount}/${per}`));
}

function textsOf(scales: Readonly<Record<string, Scale>>): string[] {
  return [...new Set(Object.values(scales).map(([text]) => text))];
}

/** @param seconds that the rate counts in */
function toRate(counted: string, seconds: number): Unit {
  const what = counted === '' || counted === '1' ? 'operations' : counted;
  const bytes = lookUp(BYTES, what.toLowerCase());
  const per = seconds === HOUR ? 'h' : seconds === MINUTE ? 'min' : 's';
  return {
    text: `${bytes?.[0] ?? what}/${per}`,
    kind: 'rate',
    factor: (bytes?.[1] ?? 1) / seconds,
    base: `${bytes ? 'B' : what}/s`,
  };
}

function named(scale: Scale, ...others: string[]): Record<string, Scale> {
  return Object.fromEntries([scale[0].toLowerCase(), ...others].map((name) => [name, scale]));
}
