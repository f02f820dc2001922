import type { z } from 'zod';
import type { FileReporter } from '../files/reporter';
import { maskValues } from '../masking/secret-masker';
import { scanJson } from '../parsers/json-scanner';
import type { LogParser, ParsedLog, ParseSession } from '../parsers/parser';
import { MAX_MANIFEST_BYTES, type Manifest, manifestSchema } from './manifest';

export interface ManifestLog extends ParsedLog {
  type: 'manifest';
  manifest: Manifest;
}

/** `basecase.json`. */
export const manifestParser: LogParser = {
  kind: 'manifest',
  score: (sample) => (sample.name === 'basecase.json' ? 1 : 0),
  open: (reporter) => new ManifestSession(reporter),
};

class ManifestSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #lines: Buffer[] = [];
  #bytes = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number): void {
    this.#bytes += end - start;
    if (this.#bytes <= MAX_MANIFEST_BYTES) this.#lines.push(Buffer.from(bytes.subarray(start, end)));
  }

  end(): ManifestLog | null {
    if (this.#bytes > MAX_MANIFEST_BYTES) return this.#reject(`longer than ${MAX_MANIFEST_BYTES} bytes`);
    const said = this.#readJson();
    if (said === null) return this.#reject('basecase.json: expected a JSON object', this.#lineOfError());
    if (said['basecase'] !== undefined && said['basecase'] !== 1)
      return this.#reject('basecase: expected 1', this.#lineOf(['basecase']));
    // The short form: a name is all that most know of their server.
    if (typeof said['server'] === 'string') said['server'] = { name: said['server'] };
    const manifest = this.#withoutWrong(said);
    if (manifest && manifest.basecase === undefined)
      this.#reporter.report('MANIFEST_UNVERSIONED', 'No "basecase": 1 in the file. Read as version 1.');
    return manifest && { type: 'manifest', manifest };
  }

  /** Leaves out what is wrong, field by field, and reports each. Null where nothing is left. */
  #withoutWrong(said: JsonObject): Manifest | null {
    const removed: string[] = [];
    const found: { text: string; line: number | null }[] = [];
    let parsed = manifestSchema.safeParse(said);
    for (; !parsed.success; parsed = manifestSchema.safeParse(said)) {
      for (const { field, place, message } of wrongFields(parsed.error.issues, said)) {
        const name = field.join('.');
        const text = `${place.join('.')}: ${message}. Only ${name} is ignored.`;
        // The object around a removed field may need it; the removal was reported already.
        if (!removed.some((other) => other.startsWith(`${name}.`)))
          found.push({ text, line: this.#lineOf(field) });
        removed.push(name);
        remove(said, field);
      }
    }
    const inOrder = found.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
    // A file reports a code a few times only: the last report names all that are left.
    for (const own of [inOrder.slice(0, 1), inOrder.slice(1, 2), inOrder.slice(2)].filter(
      ({ length }) => length > 0,
    ))
      this.#reporter.report('MANIFEST_INVALID', own.map(({ text }) => text).join(' '), {
        line: own[0]?.line ?? null,
      });
    const isEmpty = Object.keys(parsed.data).every((field) => field === 'basecase');
    return removed.length > 0 && isEmpty ? null : parsed.data;
  }

  #readJson(): JsonObject | null {
    const text = this.#lines.map((line) => line.toString('utf8')).join('\n');
    try {
      // Masked once more as values: JSON has more ways to write a string than one.
      const value: unknown = maskValues(JSON.parse(text));
      return isObject(value) ? value : null;
    } catch {
      return null;
    }
  }

  /** First line of a field, of the object above it where it is left out. */
  #lineOf(field: readonly string[]): number | null {
    const found = new Map<string, number>();
    const note = (path: readonly string[], line: number) => {
      const key = path.join('\n');
      if (!found.has(key)) found.set(key, line);
    };
    const scanner = scanJson({
      value: (path, _, line) => note(path, line),
      open: note,
      close: () => undefined,
    });
    this.#lines.every((line, index) => scanner.line(line.toString('utf8'), index + 1));
    return found.get(field.join('\n')) ?? found.get(field.slice(0, -1).join('\n')) ?? null;
  }

  /** The line at which the text is no JSON any more. */
  #lineOfError(): number | null {
    const scanner = scanJson({ value: () => undefined, open: () => undefined, close: () => undefined });
    const at = this.#lines.findIndex((line, index) => !scanner.line(line.toString('utf8'), index + 1));
    return at < 0 ? null : at + 1;
  }

  #reject(reason: string, line: number | null = null): null {
    this.#reporter.report(
      'MANIFEST_INVALID',
      `${reason}. The file is ignored; names and paths are used instead.`,
      { line },
    );
    return null;
  }
}

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields that mean something else with a part left out. */
const WHOLE: ReadonlySet<string> = new Set(['table', 'rounds', 'columns']);

/** What is wrong with fields, once for each. */
function wrongFields(issues: readonly z.core.$ZodIssue[], said: JsonObject) {
  const found = new Map<string, { field: string[]; place: string[]; message: string }>();
  for (const issue of issues) {
    const path = issue.path.map(String);
    const isUnknown = issue.code === 'unrecognized_keys';
    for (const place of isUnknown ? issue.keys.map((key) => [...path, key]) : [path]) {
      const field = fieldAt(said, place);
      const known =
        path.length === 0 ? `, expected one of ${Object.keys(manifestSchema.shape).join(', ')}` : '';
      const message = isUnknown
        ? `no field of basecase.json${known}`
        : issue.message.replace(/^Invalid input: /, '');
      const key = field.join('\n');
      if (!found.has(key)) found.set(key, { field, place, message });
    }
  }
  return found.values();
}

/** The smallest field around a place that can be left out: of a list the whole, of what is missing the object around it. */
function fieldAt(said: JsonObject, place: readonly string[]): string[] {
  const [top = ''] = place;
  const field: string[] = [];
  let at: unknown = said;
  for (const key of place) {
    if (!isObject(at) || !Object.hasOwn(at, key)) break;
    field.push(key);
    at = at[key];
    if (WHOLE.has(key)) break;
  }
  return field.length > 0 ? field : [top];
}

function remove(said: JsonObject, field: readonly string[]): void {
  const last = field.at(-1) ?? '';
  const above = field.slice(0, -1).reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), said);
  if (isObject(above)) delete above[last];
}
