import { endOfForm, LINE_FORMS, MAX_PREFIX, MAY_BE_WRAPPED } from './line-forms';

/** A run of compose within a step of a CI whose log was copied by `gh` has five. */
export const MAX_FORMS = 5;

/**
 * Where one line begins behind all that a CI, a container or a terminal may have put before it, judged by this line alone:
 * the longest at each place. For who would rather take off too much than too little; what a file is wrapped in is judged by
 * many of its lines (`findWrappers`).
 *
 * @param line without codes for terminals
 */
export function endOfForms(line: string): number {
  const beginning = line.slice(0, MAX_PREFIX);
  if (!MAY_BE_WRAPPED.test(beginning)) return 0;
  let start = 0;
  for (let count = 0; count < MAX_FORMS; count += 1) {
    const end = Math.max(...LINE_FORMS.map((form) => endOfForm(form, beginning, start)));
    if (end <= start) break;
    start = end;
  }
  return start;
}
