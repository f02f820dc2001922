import { flag, integer, list, maybeText, text } from '@basecase/contract/fields';
import { MAX_SEARCH } from '@basecase/contract/words';
import { SEARCH_KINDS, type SearchModel, type TextPart } from '@basecase/views/search';
import { z } from 'zod';
import { defineOperation } from './operations/operation';
import { serverCaller } from './root';
import { MAX_RESULTS } from './routers/search';

/** What it does not know it refuses. */
const searchQuery = z.strictObject({
  q: z.string().min(2).max(MAX_SEARCH).describe('Words; a result has every one of them.'),
  kind: z.enum(SEARCH_KINDS).optional().describe('Only results of one kind.'),
  limit: z.coerce.number().int().min(1).max(MAX_RESULTS).default(8).describe('Results of each kind.'),
});

const result = z.object({
  title: text,
  detail: text,
  value: z
    .string()
    .describe('Its main figure: a ratio to the release before, a count, a state. Empty without.'),
  change: z.enum(['slower', 'faster']).nullable().describe('Set where a record is sure of it.'),
  url: text.describe('Its page.'),
});

const searchAnswer = z.object({
  q: text,
  kinds: list({
    kind: z.enum(SEARCH_KINDS),
    total: integer,
    isAtLeast: flag.describe('There are more than `total`.'),
    results: z.array(result),
  }),
  near: list({ word: text, near: maybeText }).describe(
    'When nothing was found: words that are stored nowhere, and what is near.',
  ),
});

export const findAnything = defineOperation({
  at: 'GET /api/v1/search',
  summary: 'Products, versions, tests, servers, heatmaps, records and uploads that have every word.',
  role: null,
  query: searchQuery,
  answer: searchAnswer,
  description: 'Results by kind, the best first.',
  run: ({ query }) => serverCaller().search.find(query),
  json: toSearchAnswer,
});

/** @param base address of this server */
function toSearchAnswer({ q, groups, nothing }: SearchModel, base: string): z.infer<typeof searchAnswer> {
  return {
    q,
    kinds: groups.map(({ kind, total, isAtLeast, results }) => ({
      kind,
      total,
      isAtLeast,
      results: results.map(({ title, aside, detail, end, trend, href }) => ({
        title: [textOf(title), aside].filter(Boolean).join(' '),
        detail: textOf(detail),
        value: end,
        change: trend,
        url: new URL(href, base).href,
      })),
    })),
    near: (nothing?.near ?? []).map(({ word, near }) => ({ word, near })),
  };
}

function textOf(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join('');
}
