import type { DiagnosticCode } from '../../model/diagnostic';
import type { AssembleContext, NoteOptions } from '../family';

interface Noted {
  code: DiagnosticCode;
  message: string;
  line: number;
  count: number;
  options: NoteOptions;
}

/** Notes on the rows of one table: one per kind, with the first line and the number of others. */
export class RowNotes {
  readonly #noted = new Map<string, Noted>();

  /** @param kind notes of one kind are counted under the message of the first one */
  add(kind: string, note: Omit<Noted, 'count' | 'options'> & { options?: NoteOptions }): void {
    const known = this.#noted.get(kind);
    if (known) known.count += 1;
    else this.#noted.set(kind, { options: {}, ...note, count: 1 });
  }

  tell(file: string, context: AssembleContext): void {
    for (const { code, message, line, count, options } of this.#noted.values()) {
      const more = count > 1 ? `; ${count - 1} more of the same` : '';
      context.note(code, file, message + more, { ...options, line });
    }
  }
}
