/** What the output of `jobs <id> result|timing|tcount` says, string by string. */
export interface JobsVisitor {
  /** An element of an array: `"24 Active Virtual Users configured"`. */
  text(text: string, line: number): void;
  /** A pair in a named object: `NEWORD`, `min_ms`, `0.586`; all values are strings. */
  pair(object: string, key: string, value: string, line: number): void;
  /** A named object begins. */
  open(object: string): void;
}

const TOKEN = /"([^"]*)"(\s*:)?|[{}]/g;
const JSON_START = /^\s*["[\]{}]/;

/**
 * Reads jobs between other output, printed over many lines or on one:
 *
 *     {"MariaDB tpm": {
 *         "2025-04-14 17:09:51": "185196",
 */
export class JobsJson {
  readonly #visitor: JobsVisitor;
  #object: string | null = null;
  #key: string | null = null;

  constructor(visitor: JobsVisitor) {
    this.#visitor = visitor;
  }

  /** @returns false when the line is no JSON */
  line(text: string, line: number): boolean {
    if (!JSON_START.test(text)) return false;
    for (const [token, string, colon] of text.matchAll(TOKEN)) {
      if (token === '{') this.#open();
      else if (token === '}') this.#object = null;
      else if (string !== undefined) this.#string(string, colon !== undefined, line);
    }
    return true;
  }

  #open(): void {
    if (this.#key !== null) this.#visitor.open(this.#key);
    this.#object = this.#key;
    this.#key = null;
  }

  #string(text: string, isKey: boolean, line: number): void {
    if (isKey) {
      this.#key = text;
      return;
    }
    const key = this.#key;
    this.#key = null;
    if (key === null) this.#visitor.text(text, line);
    else if (this.#object !== null) this.#visitor.pair(this.#object, key, text, line);
  }
}
