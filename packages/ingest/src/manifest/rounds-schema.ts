import { z } from 'zod';
import { storedText } from './stored-text';

const text = storedText();
const MOST_ROUNDS = 999_999;

/** `rounds` of basecase.json: how versions were measured in turns. `seed`, `order` and `lost` are for readers. */
export const roundsSchema = z.strictObject({
  id: text,
  seconds: z.number().positive().max(1e6),
  warmup: z.number().nonnegative().max(1e6),
  restartEvery: z.int().positive().max(MOST_ROUNDS),
  /** Seed of the random order. */
  seed: z.union([text, z.int()]).optional(),
  /** Versions of each round, in the order in which they were measured. */
  order: z.array(z.array(text).max(100)).max(10_000).optional(),
  /** What was not measured, or left out, and why. */
  lost: z
    .array(
      z.strictObject({
        round: z.int().positive().max(MOST_ROUNDS),
        test: text.optional(),
        version: text.optional(),
        reason: storedText(1000),
      }),
    )
    .max(10_000)
    .optional(),
});
