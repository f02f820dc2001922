import { z } from 'zod';
import { isStorableText } from '../model/words/storable-text';

/** Why a schema refuses a text. */
export const UNSTORABLE = 'it holds NUL or half of a surrogate pair, which cannot be stored';

/** A text of a description that is stored: trimmed, not empty, at most `max` characters. */
export const storedText = (max = 200) => z.string().trim().min(1).max(max).refine(isStorableText, UNSTORABLE);
