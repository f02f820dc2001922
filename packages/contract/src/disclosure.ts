import { z } from 'zod';
import { count, integer, list, maybeText, text } from './fields';

/** What is needed to repeat the benchmark of some runs: each item known or missing. */
export const disclosureSchema = z.object({
  known: count.describe('Items that every run states.'),
  total: count,
  runs: integer.describe('Runs that it is about.'),
  items: list({
    id: text,
    label: text,
    state: z.enum(['known', 'missing']).describe('missing: at least one run does not state it.'),
    value: maybeText.describe('The different values of the runs that state it; null where none does.'),
    source: maybeText.describe('Where the value was read.'),
    missingIn: count.describe('Runs that do not state it.'),
    record: maybeText.describe('How to record it; null where it is known.'),
  }),
});

export type Disclosure = z.infer<typeof disclosureSchema>;
