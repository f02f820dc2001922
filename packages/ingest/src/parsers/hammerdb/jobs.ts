import { numberAt } from '../number-line';
import type { HammerdbResult } from './hammerdb-log';

/** What a list of jobs says of one, by name: `nopm`, `tpm`, `activevu`, `db`. */
export type JobFields = ReadonlyMap<string, { value: string; line: number }>;

/** What the output of `jobs` says, string by string. */
interface JobsVisitor {
  /** An element of an array: `"24 Active Virtual Users configured"`. */
  text(text: string, line: number): void;
  /** A pair in a named object: `NEWORD`, `min_ms`, `0.586`. */
  pair(object: string, key: string, value: string, line: number): void;
  /** A named object begins. */
  open(object: string): void;
  /** A job of the list of all, or of a performance profile, is complete. */
  job(id: string, fields: JobFields, line: number): void;
}

/** Tcl makes ids of jobs: `6A3A943C586703E263834363`. */
const JOB_ID = /^[0-9A-F]{20,32}$/;
const COMMAND = /^jobs? (?:([0-9A-F]{20,32}) \w+(?: (?:vu=)?(\d{1,7}))?)?/;
const TOKEN = /"([^"]*)"(\s*:)?|[{}]|-?\d+(?:\.\d+)?/g;
const JSON_START = /^\s*["[\]{}]/;
/** `jobs format text` prints dictionaries of Tcl, in one line: `NEWORD {elapsed_ms 912505 calls 41234} PAYMENT {...}`. */
const TCL = /(?:^|[ }])([A-Z0-9]{4,32}) \{((?:elapsed_ms|calls|db) (?:[^{}]|\{[^{}]*\})*)\}/g;
const TCL_PAIR = /(\w+) (?:\{([^{}]*)\}|(\S+))/g;

/**
 * Reads what `jobs <id> result|timing|tcount`, `jobs result` and `jobs profile <id>` print, as JSON over many lines or
 * on one, or as text:
 *
 *     {"MariaDB tpm": {
 *         "2025-04-14 17:09:51": "185196",
 *
 *     {"6A3A943C586703E263834363": {
 *         "db": "MariaDB", "bm": "TPC-C", "tstamp": "2026-06-23 15:12:12", "activevu": "24", "nopm": "600000", "tpm": "1380000"
 */
export function newJobsReader(visitor: JobsVisitor) {
  let openObject: string | null = null;
  let openKey: string | null = null;
  let fields = new Map<string, { value: string; line: number }>();
  /** `asked`, `user`: job and user of the last command at the prompt. `id`: the last id, which results print too. */
  const state = {
    asked: null as string | null,
    id: null as string | null,
    user: null as number | null,
  };

  const open = (key: string | null): void => {
    if (key !== null) visitor.open(key);
    openObject = key;
    openKey = null;
    fields = new Map();
  };

  const close = (line: number): void => {
    if (openObject !== null && JOB_ID.test(openObject)) visitor.job(openObject, fields, line);
    openObject = null;
  };

  const readPair = (key: string, value: string, line: number): void => {
    if (openObject === null) return;
    if (JOB_ID.test(openObject)) fields.set(key, { value, line });
    visitor.pair(openObject, key, value, line);
  };

  const readString = (text: string, isKey: boolean, line: number): void => {
    if (isKey) {
      openKey = text;
      return;
    }
    const key = openKey;
    openKey = null;
    if (key !== null) readPair(key, text, line);
    else {
      if (JOB_ID.test(text)) state.id = text;
      visitor.text(text, line);
    }
  };

  const readJson = (text: string, line: number): void => {
    for (const [token, string, colon] of text.matchAll(TOKEN)) {
      if (token === '{') open(openKey);
      else if (token === '}') close(line);
      else if (string !== undefined) readString(string, colon !== undefined, line);
      else if (openKey !== null) readString(token, false, line);
    }
  };

  /** @returns false when the line is not a dictionary */
  const readTcl = (text: string, line: number): boolean => {
    const found = [...text.matchAll(TCL)];
    for (const [, object = '', body = ''] of found) {
      open(object);
      for (const [, key = '', quoted, plain = ''] of body.matchAll(TCL_PAIR))
        readPair(key, quoted ?? plain, line);
      close(line);
    }
    return found.length > 0;
  };

  return Object.assign(state, {
    /** @returns false when the line is not output of jobs */
    line(text: string, line: number): boolean {
      const [found, asked = null, user] = COMMAND.exec(text) ?? [];
      if (found !== undefined)
        Object.assign(state, { asked, user: user === undefined ? null : Number(user) });
      else if (JSON_START.test(text)) readJson(text, line);
      else if (JOB_ID.test(text)) state.id = text;
      else return text.includes('{') && readTcl(text, line);
      return true;
    },
  });
}

/** The result of a job in a list; null where it has none. */
export function jobResult(fields: JobFields): HammerdbResult | null {
  const at = (name: string) => numberAt(fields.get(name)?.value, fields.get(name)?.line ?? 0);
  const [nopm, tpm] = [at('nopm'), at('tpm')];
  if (!nopm || !tpm) return null;
  const driver = fields.get('db')?.value.replace('MSSQLServer', 'SQL Server') ?? '';
  return { nopm: nopm.value, tpm: tpm.value, driver, line: nopm.line, tpmLine: tpm.line };
}
