import type { JsonValue } from '../../json-documents';

/** A value of JSON as it was read; an empty object or array is left out. */
export type Built = JsonValue | Built[] | { [key: string]: Built };

interface Open {
  key: string;
  object: { [key: string]: Built };
  array: Built[];
}

/**
 * Builds one object of the events of a scanner. Remembers the line of each direct value; deeper values have the line of
 * their parent.
 */
export class ObjectBuilder {
  readonly line: number;
  readonly lines = new Map<string, number>();
  readonly #stack: Open[] = [{ key: '', object: Object.create(null), array: [] }];

  /** @param line where the object opens */
  constructor(line: number) {
    this.line = line;
  }

  open(key: string): void {
    this.#stack.push({ key, object: Object.create(null), array: [] });
  }

  value(key: string, value: JsonValue, line: number): void {
    if (this.#stack.length === 1) this.lines.set(key, line);
    this.#add(key, value);
  }

  close(): void {
    const closed = this.#stack.pop();
    if (!closed || this.#stack.length === 0) return;
    const isArray = closed.array.length > 0;
    if (isArray || Object.keys(closed.object).length > 0) {
      this.#add(closed.key, isArray ? closed.array : { ...closed.object });
    }
  }

  get result(): { [key: string]: Built } {
    return { ...this.#stack[0]?.object };
  }

  #add(key: string, value: Built): void {
    const parent = this.#stack.at(-1);
    if (key === '#') parent?.array.push(value);
    else if (parent) parent.object[key] = value;
  }
}
