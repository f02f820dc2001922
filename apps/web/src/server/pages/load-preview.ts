import type { CorrectionPreview } from '@basecase/db/types';
import { problemOf } from '../actions/problem-of';

/** A preview, or why there is none. */
export interface LoadedPreview {
  preview: CorrectionPreview | null;
  error: string | null;
}

/** Makes a preview; problems of the input are shown next to the form. @throws faults of this server */
export async function loadPreview(make: () => Promise<CorrectionPreview>): Promise<LoadedPreview> {
  try {
    return { preview: await make(), error: null };
  } catch (error) {
    return { preview: null, error: problemOf(error, 'A value is longer than any field takes.') };
  }
}
