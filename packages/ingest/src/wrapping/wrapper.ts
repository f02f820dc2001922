import { endOfForm, type Joint, type LineForm } from './line-forms';

/** What was added to the lines of a log by who copied it, from the outside inwards. */
export interface Wrapper {
  readonly forms: readonly LineForm[];
  /** Codes for terminals are taken out. */
  readonly hasCodes: boolean;
  /** Lines are strings of JSON (Ansible's `stdout_lines`), or objects with them. */
  readonly isQuoted?: true;
}

/** Where programs that write a line of a log as an object of JSON, or as fields (logfmt), have its text. */
const TEXT_FIELDS = ['log', 'MESSAGE', 'message', 'msg', 'line', 'text'];

/**
 * The text of a line that is a string of JSON, or an object with the text of the line (docker's json-file, `journalctl -o json`), one
 * character per byte; null for another line.
 */
export function quotedText(line: string): string | null {
  if (!line.includes('"')) return null;
  const quoted = /^\s*(".*"),?\s*$|^(\{.*\})$|\smsg=("(?:[^"\\]|\\.)*")/.exec(line);
  const json = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3];
  if (json === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(json, 'latin1').toString());
    const text = typeof parsed === 'object' ? fieldOf(parsed) : parsed;
    return typeof text === 'string' ? Buffer.from(text, 'utf8').toString('latin1').replace(/\n$/, '') : null;
  } catch {
    return null;
  }
}

function fieldOf(parsed: object | null): unknown {
  const fields = new Map(Object.entries(parsed ?? {}));
  return TEXT_FIELDS.map((name) => fields.get(name)).find((value) => typeof value === 'string');
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
export function namesOf({ forms, hasCodes, isQuoted }: Wrapper): string {
  const names = forms.map(({ name }) => name);
  if (hasCodes) names.push('codes for terminals');
  if (isQuoted) names.push('quotes (JSON)');
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
