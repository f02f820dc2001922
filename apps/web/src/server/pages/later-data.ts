import { createHash } from 'node:crypto';
import { type HeatmapData, ROWS_ON_PAGE } from '@basecase/views/compare';
import type { Later, LaterAnswer } from '../../islands/markup';

/**
 * Names where the data of a heatmap is that has more tests than its page draws: with 5,000 tests it is most of the page.
 *
 * @param path answers with `laterAnswer`
 * @returns undefined where the page has all of it
 */
export function laterData(data: HeatmapData, path: string): Later | undefined {
  return data.rows.length > ROWS_ON_PAGE ? { path, key: digest(JSON.stringify(data)) } : undefined;
}

export function laterAnswer(data: HeatmapData): Response {
  const value = JSON.stringify(data);
  const answer = { key: digest(value), value: null } satisfies LaterAnswer;
  return new Response(
    JSON.stringify(answer).replace(':null', () => `:${value}`),
    {
      headers: { 'content-type': 'application/json' },
    },
  );
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
