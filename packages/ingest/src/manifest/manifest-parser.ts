import type { FileReporter } from '../files/reporter';
import { maskValues } from '../masking/secret-masker';
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
    const parsed = manifestSchema.safeParse(this.#readJson());
    if (parsed.success) {
      if (parsed.data.basecase === undefined)
        this.#reporter.report('MANIFEST_UNVERSIONED', 'No "basecase": 1 in the file. Read as version 1.');
      return { type: 'manifest', manifest: parsed.data };
    }
    const issue = parsed.error.issues[0];
    return this.#reject(`${issue?.path.join('.') || 'basecase.json'}: ${issue?.message ?? 'not valid'}`);
  }

  #readJson(): unknown {
    const text = this.#lines.map((line) => line.toString('utf8')).join('\n');
    try {
      // Masked once more as values: JSON has more ways to write a string than one.
      return maskValues(JSON.parse(text));
    } catch {
      // No JSON at all fails the schema like any other wrong value, and is reported there.
      return undefined;
    }
  }

  #reject(reason: string): null {
    this.#reporter.report(
      'MANIFEST_INVALID',
      `${reason}. The file is ignored; names and paths are used instead.`,
    );
    return null;
  }
}
