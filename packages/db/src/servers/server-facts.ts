import { maskText } from '@basecase/ingest';
import { SERVER_KINDS } from '@basecase/ingest/model';
import { SettingError } from '../errors';
import type { ServerFact, ServerFactValues } from '../types/server-page';

/** Columns of `servers`. */
export const FACT_COLUMNS: Readonly<Record<ServerFact, string>> = {
  kind: 'machine_kind',
  cores: 'cores',
  cpu: 'cpu',
  memoryBytes: 'memory_bytes',
  storage: 'storage',
  os: 'os',
};

export const MAX_CORES = 100_000;
/** A petabyte. */
export const MAX_MEMORY_BYTES = 2 ** 50;
export const MAX_FACT = 200;

/**
 * A fact as it is stored: numbers in digits, texts masked and without blanks around them.
 *
 * @returns null for what takes back
 * @throws SettingError for what the fact can't be
 */
export function toFactText(fact: ServerFact, value: ServerFactValues[ServerFact]): string | null {
  if (value === null || value === undefined || value === '') return null;
  switch (fact) {
    case 'cores':
      return wholeNumber('cores', value, MAX_CORES);
    case 'memoryBytes':
      return wholeNumber('memory in bytes', value, MAX_MEMORY_BYTES);
    case 'kind':
      if (SERVER_KINDS.some((kind) => kind === value)) return String(value);
      throw new SettingError(`A server is ${SERVER_KINDS.join(', ')}; found "${shown(value)}".`);
    default: {
      const text = maskText(String(value)).trim();
      if (text !== '' && text.length <= MAX_FACT) return text;
      throw new SettingError(`Expected 1 to ${MAX_FACT} characters for ${fact}, found ${text.length}.`);
    }
  }
}

const MEMORY_UNITS: Readonly<Record<string, number>> = {
  '': 2 ** 30,
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
};

/**
 * Memory as people write it: `32`, `32 GB` and `32 GiB` are 32 × 2^30 bytes, as memory is sold.
 *
 * @throws SettingError
 */
export function parseMemory(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*(?:([KMGT])i?B)?$/i.exec(text.trim()) ?? [];
  const factor = MEMORY_UNITS[unit.toUpperCase()];
  if (digits === undefined || factor === undefined) {
    throw new SettingError(`Expected memory as in 32 GB, found "${shown(text)}".`);
  }
  return Math.round(Number(digits) * factor);
}

function wholeNumber(what: string, value: string | number, max: number): string {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 1 && number <= max) return String(number);
  throw new SettingError(`Expected a whole number from 1 to ${max} for ${what}, found "${shown(value)}".`);
}

function shown(value: string | number): string {
  return String(value).slice(0, 80);
}
