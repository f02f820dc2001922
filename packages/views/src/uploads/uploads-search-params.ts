import type { UploadState } from '@basecase/db/types';
import { z } from 'zod';
import { toQuery } from '../url/to-query';

export const UPLOAD_STATES = [
  'queued',
  'reading',
  'preview',
  'stored',
  'failed',
  'cancelled',
] as const satisfies readonly UploadState[];

/** The state of the list of uploads in the URL. */
export interface UploadsState {
  q: string;
  /** Empty: all. */
  state: UploadState | '';
  /** Cursor of the page; empty: the newest. */
  before: string;
}

const schema = z.object({
  q: z.string().max(200).catch(''),
  state: z.enum(UPLOAD_STATES).or(z.literal('')).catch(''),
  before: z
    .string()
    .regex(/^\d{1,10}$/)
    .or(z.literal(''))
    .catch(''),
});

/** Never fails: what is missing or makes no sense is the default. Of a parameter that is there twice the last counts. */
export function parseUploadsState(query: Iterable<[string, string]>): UploadsState {
  return schema.parse(Object.fromEntries(query));
}

export function uploadsHref({ q, state, before }: UploadsState): string {
  return `/uploads${toQuery([
    ['q', q],
    ['state', state],
    ['before', before],
  ])}`;
}
