import { z } from 'zod';
import { toQuery } from '../url/to-query';

/** Which files the page of an upload lists. */
export interface FilesState {
  q: string;
  kind: string;
  status: 'parsed' | 'kept' | 'unknown' | '';
  /** Cursor of the page; empty: the first. */
  after: string;
}

const schema = z.object({
  q: z.string().max(200).catch(''),
  kind: z.string().max(100).catch(''),
  status: z.enum(['parsed', 'kept', 'unknown', '']).catch(''),
  after: z
    .string()
    .regex(/^\d{1,10}$/)
    .or(z.literal(''))
    .catch(''),
});

/** Never fails: what is missing or makes no sense is the default. */
export function parseFilesState(query: Iterable<[string, string]>): FilesState {
  return schema.parse(Object.fromEntries(query));
}

export function uploadHref(id: string, state: FilesState): string {
  const query = toQuery([
    ['q', state.q],
    ['kind', state.kind],
    ['status', state.status],
    ['after', state.after],
  ]);
  return `/uploads/${id}${query}${query ? '#files' : ''}`;
}
