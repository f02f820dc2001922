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
export function newJobsJson(visitor: JobsVisitor) {
  let openObject: string | null = null;
  let openKey: string | null = null;

  const open = (): void => {
    if (openKey !== null) visitor.open(openKey);
    openObject = openKey;
    openKey = null;
  };

  const readString = (text: string, isKey: boolean, line: number): void => {
    if (isKey) {
      openKey = text;
      return;
    }
    const key = openKey;
    openKey = null;
    if (key === null) visitor.text(text, line);
    else if (openObject !== null) visitor.pair(openObject, key, text, line);
  };

  return {
    /** @returns false when the line is no JSON */
    line(text: string, line: number): boolean {
      if (!JSON_START.test(text)) return false;
      for (const [token, string, colon] of text.matchAll(TOKEN)) {
        if (token === '{') open();
        else if (token === '}') openObject = null;
        else if (string !== undefined) readString(string, colon !== undefined, line);
      }
      return true;
    },
  };
}
