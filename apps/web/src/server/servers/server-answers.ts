import { SERVER_FACTS } from '@basecase/db/servers/server-facts';
import { z } from 'zod';

/* What is answered about servers over HTTP: the OpenAPI description is made of it, and answers are typed by it. */

const count = z.number().int().nonnegative();
const time = z.iso.datetime();
const fact = z.enum(SERVER_FACTS);
const text = z.string();

export const serverSchema = z.object({
  slug: text,
  name: text,
  url: z.url(),
  facts: z.array(
    z.object({
      fact,
      value: text.nullable().describe('In force; numbers in digits.'),
      source: z
        .enum(['read', 'config', 'said'])
        .nullable()
        .describe('`config`: known only from the class in the name of a config.'),
      said: z.object({ by: text, at: time }).nullable(),
      readings: z
        .array(
          z.object({
            value: text,
            fromConfig: z.literal(true).optional(),
            runs: count,
            firstAt: time,
            lastAt: time,
          }),
        )
        .describe('What uploads carried, most runs first. Values set by people never overwrite them.'),
    }),
  ),
  names: z
    .array(
      z.object({
        slug: text,
        name: text,
        runs: count,
        merge: z
          .object({ correction: text, by: text, at: time, reason: text })
          .nullable()
          .describe('The correction that brought the name here: undo it to take the name out.'),
      }),
    )
    .describe('Uploads that carry one of these names come to this server. Its own name is the first.'),
  runs: count,
  products: z.array(text),
  firstRunAt: time.nullable(),
  latestRunAt: time.nullable(),
  measured: z.array(
    z.object({
      product: text,
      workload: z.object({ slug: text, label: text, details: z.array(text) }),
      versions: z.array(text),
      runs: count,
      tests: count,
      firstRunAt: time,
      latestRunAt: time,
      slower: count.describe('Open regressions.'),
      faster: count,
      compareUrl: z.url(),
    }),
  ),
  noise: z.array(
    z.object({ workload: text, calibrated: z.boolean(), pairs: count, medianSigma: z.number() }),
  ),
  workloadMerges: z.array(
    z.object({
      id: text.describe('Of the correction: undo it to take them apart.'),
      from: text,
      into: text,
      isEverywhere: z.boolean(),
      by: text,
      at: time,
      reason: text,
      runs: count,
    }),
  ),
  changes: z
    .array(
      z.object({
        id: text,
        fact,
        before: text.nullable(),
        value: text.nullable(),
        isTakenBack: z.boolean(),
        by: text,
        at: time,
        isNewest: z.boolean(),
      }),
    )
    .describe('What people said, newest first.'),
  seen: text.describe('Send it with PATCH: 409 if a fact that you change was changed since.'),
});

export const mergedSchema = z.object({
  id: text.describe('Of the correction.'),
  runs: count,
  url: z.url(),
});
