import type { CorrectionEntry } from '@basecase/db/types';
import { correctionHref } from '@basecase/views/corrections';

/** Address of the page of a correction. */
export function correctionUrl(id: string, baseUrl: string): string {
  return `${baseUrl}${correctionHref(id)}`;
}

/** A correction as it is sent over HTTP, with its whole address. */
export function toEntryJson<T extends CorrectionEntry>(entry: T, baseUrl: string): T & { url: string } {
  return { ...entry, url: correctionUrl(entry.id, baseUrl) };
}
