import { endOfForm, type Joint, type LineForm } from './line-forms';

/** What was added to the lines of a log by who copied it, from the outside inwards. */
export interface Wrapper {
  readonly forms: readonly LineForm[];
  /** Codes for terminals are taken out. */
  readonly hasCodes: boolean;
}

/** Where a line begins behind its wrapper, and which line it is a part of. */
export interface Unwrapped {
  start: number;
  joint: Joint | null;
}

/** A line without some of the forms, where it has them. The line has no codes any more. */
export function unwrapLine(line: string, forms: readonly LineForm[]): Unwrapped {
  let start = 0;
  let joint: Joint | null = null;
  for (const form of forms) {
    const end = endOfForm(form, line, start);
    if (end < 0) continue;
    if (form.joint) joint = form.joint(line.slice(start, end)) ?? joint;
    start = end;
  }
  return { start, joint };
}

/** `a time stamp (GitHub Actions, …), the service (docker compose) and codes for terminals` */
export function namesOf({ forms, hasCodes }: Wrapper): string {
  const names = [...forms.map(({ name }) => name), ...(hasCodes ? ['codes for terminals'] : [])];
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
