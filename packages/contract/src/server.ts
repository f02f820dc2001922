import { z } from 'zod';
import {
  address,
  byAndAt,
  count,
  flag,
  list,
  maybeNumber,
  maybeText,
  maybeTime,
  number,
  text,
  texts,
  time,
} from './fields';
import { SERVER_FACTS } from './words';

/* A server: what is known of it and where from, its names and its measurements. */

const fact = z.enum(SERVER_FACTS);

const factSchema = z.object({
  fact,
  value: maybeText.describe('In force; numbers in digits.'),
  source: z
    .enum(['read', 'config', 'said'])
    .nullable()
    .describe('`config`: known only from the class in the name of a config.'),
  said: byAndAt.nullable(),
  readings: list({
    value: text,
    fromConfig: z.literal(true).optional(),
    runs: count,
    firstAt: time,
    lastAt: time,
  }).describe('What uploads carried, most runs first. Values set by people never overwrite them.'),
});

export const serverSchema = z.object({
  slug: text,
  name: text,
  url: address,
  facts: z.array(factSchema),
  names: list({
    slug: text,
    name: text,
    runs: count,
    merge: z
      .object({ correction: text, by: text, at: time, reason: text })
      .nullable()
      .describe('The correction that brought the name here: undo it to take the name out.'),
  }).describe('Uploads that carry one of these names come to this server. Its own name is the first.'),
  runs: count,
  products: texts,
  firstRunAt: maybeTime,
  latestRunAt: maybeTime,
  measured: list({
    product: text,
    workload: z.object({ slug: text, label: text, details: texts }),
    versions: texts,
    runs: count,
    tests: count,
    firstRunAt: time,
    latestRunAt: time,
    slower: count.describe('Open regressions; stops are counted apart.'),
    faster: count,
    stopped: count.describe('Open records of tests that stopped working.'),
    compareUrl: address,
  }),
  noise: list({
    workload: text,
    calibrated: flag,
    pairs: count,
    medianSigma: number,
    tests: list({ test: text, sigma: number }).describe(
      'Noise of each test: the standard deviation of ln(ratio) of two single runs. Empty where it was not noted yet.',
    ),
    runSeconds: maybeNumber.describe('Measured time of one run with all tests; null where a test has none.'),
  }),
  workloadMerges: list({
    id: text.describe('Of the correction: undo it to take them apart.'),
    from: text,
    into: text,
    isEverywhere: flag,
    by: text,
    at: time,
    reason: text,
    runs: count,
  }),
  changes: list({
    id: text,
    fact,
    before: maybeText,
    value: maybeText,
    isTakenBack: flag,
    by: text,
    reason: maybeText,
    at: time,
    isNewest: flag,
  }).describe('What people said, newest first.'),
  seen: text.describe('Send it with PATCH: 409 if a fact that you change was changed since.'),
});

export type Server = z.infer<typeof serverSchema>;
