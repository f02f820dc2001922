import type { CorrectionPreview } from '@basecase/db/types';
import { problemOf } from '../actions/problem-of';

/** A preview, or why there is none. */
export interface LoadedPreview {
  preview: CorrectionPreview | null;
  error: string | null;
}

/** Makes a preview; what is wrong with what was asked for is said beside the form. @throws what is a fault of this server */
export async function loadPreview(make: () => Promise<CorrectionPreview>): Promise<LoadedPreview> {
  try {
    return { preview: await make(), error: null };
  } catch (error) {
    return { preview: null, error: problemOf(error, 'A value is longer than any field takes.') };
  }
}
