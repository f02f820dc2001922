import { createHash } from 'node:crypto';
import { type Random, randomOf } from '../fuzz/random';

/** Numbers of one thing of a plan. They follow from the seed and its name, in whatever order things are asked. */
export function streamOf(seed: number, ...name: readonly (string | number)[]): Random {
  const hash = createHash('sha256')
    .update(JSON.stringify([seed, ...name]))
    .digest();
  return randomOf(hash.readUInt32LE(0));
}

/** 0 to 1, without 1. */
export function uniform(random: Random): number {
  return random.int(2 ** 32) / 2 ** 32;
}

/** Standard normal, by Box and Muller: always two draws. */
export function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniform(random)));
  return radius * Math.cos(2 * Math.PI * uniform(random));
}

/** A hash as Git prints it. */
export function hashOf(seed: number, ...name: readonly (string | number)[]): string {
  return createHash('sha1')
    .update(JSON.stringify([seed, ...name]))
    .digest('hex');
}
