import type { ParseArgsConfig } from 'node:util';
import type { PlanSize } from './plan-nights';

/** Size of a history, as every command here takes it. `noise` is the SD of one night in percent. */
export const SIZE_OPTIONS = {
  nights: { type: 'string' },
  tests: { type: 'string' },
  servers: { type: 'string' },
  seed: { type: 'string' },
  noise: { type: 'string' },
  untold: { type: 'boolean', default: false },
} as const satisfies NonNullable<ParseArgsConfig['options']>;

export const SIZE_USAGE = '[--nights 200] [--tests 30] [--servers 2] [--seed 2] [--noise 1.5] [--untold]';

interface SizeValues {
  nights?: string | undefined;
  tests?: string | undefined;
  servers?: string | undefined;
  seed?: string | undefined;
  noise?: string | undefined;
  untold?: boolean | undefined;
}

/** @throws RangeError when the text is not a number */
export function sizeOf({ untold, noise, ...values }: SizeValues): PlanSize {
  const size: PlanSize = { isToldByFacts: !untold };
  if (noise !== undefined) {
    if (!/^\d{1,2}(\.\d+)?$/.test(noise)) throw new RangeError(`noise is a percentage, not ${noise}`);
    size.noiseSd = Number(noise) / 100;
  }
  for (const name of ['nights', 'tests', 'servers', 'seed'] as const) {
    const text = values[name];
    if (text === undefined) continue;
    if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${name} is a whole number, not ${text}`);
    size[name] = Number(text);
  }
  return size;
}
