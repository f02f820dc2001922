import type { UploadAnswers } from '@basecase/contract/upload';
import type { RemoteServer } from './remote-server';

/** Uploads that are asked about, so that many paths do not mean many requests. */
const MOST_UPLOADS = 10;

/**
 * The result of uploads in a sentence with the page that has the rest, the same as on the server's result card.
 *
 * @returns no lines where the server can't be asked: the addresses of the pages are printed in any case
 */
export async function resultLines(
  server: Pick<RemoteServer, 'get'>,
  ids: readonly string[],
): Promise<string[]> {
  const lines = new Map<string, string>();
  let more = 0;
  for (const id of ids.slice(-MOST_UPLOADS)) {
    const found = await server.get<UploadAnswers>(`uploads/${id}/answers`).catch(() => null);
    for (const { url, sentence } of found?.answers ?? []) {
      if (sentence === '' || lines.has(url)) continue;
      if (lines.size === 0) lines.set(url, sentence);
      else more += 1;
    }
  }
  return [...lines].flatMap(([url, sentence]) => [
    `result   ${sentence}`,
    `open     ${url}`,
    ...(more > 0 ? [`         and ${more} more on ${new URL('/uploads', url).href}`] : []),
  ]);
}
