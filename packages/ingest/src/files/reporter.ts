import { maskPath, maskText } from '../masking/secret-masker';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';
import type { MetricId } from '../model/metric';
import { toExcerpt } from '../text/excerpt';

/** Of one code in one file: more would say the same again and grow with the input. */
const MAX_PER_CODE = 3;

const WARNINGS: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'AMBIGUOUS_FORMAT',
  'ENTRY_TOO_LARGE',
  'LINE_TOO_LONG',
  'LINE_UNPARSED',
  'MANIFEST_INVALID',
  'MANIFEST_UNVERSIONED',
  'CLIENTS_FAILED',
  'METRIC_MISSING',
  'ROWS_LOST',
  'SLA_FAILED',
  'TOOL_FAILED',
  'TRUNCATED_LOG',
  'UNKNOWN_VERSION',
  'UNSAFE_ENTRY',
  'VALUES_DISAGREE',
  'VALUE_IMPLAUSIBLE',
  'VALUE_UNREADABLE',
  'ZERO_THROUGHPUT',
]);

/** Where a diagnostic belongs; bytes are an excerpt's source, already masked. */
export interface Spot {
  file?: string | null;
  line?: number | null;
  bytes?: Uint8Array;
  /** In place of the code's own: for what may be as it should be. */
  severity?: Diagnostic['severity'];
}

/** Names of files and messages (which may cite a value) are masked here, excerpts come masked. */
export function diagnostic(code: DiagnosticCode, message: string, spot: Spot = {}): Diagnostic {
  return {
    code,
    severity: spot.severity ?? (WARNINGS.has(code) || code.includes(':') ? 'warning' : 'info'),
    file: typeof spot.file === 'string' ? maskPath(spot.file) : null,
    line: spot.line ?? null,
    message: maskText(message),
    excerpt: spot.bytes ? toExcerpt(spot.bytes) : null,
  };
}

/** A line whose numbers are doubtful, because another line of the same file says something else. */
export interface LineDoubt {
  line: number;
  /** The doubtful part of the line. */
  metrics: readonly MetricId[];
  message: string;
  /** The other line. */
  otherLine: number;
}

/** Of one file: more results than this are not read of a file either. */
const MAX_DOUBTS = 10_000;

/** Collects what one file has to say, and says the same thing at most a few times. */
export class FileReporter {
  /** Path within the upload. */
  readonly file: string;
  readonly #collected: Diagnostic[] = [];
  readonly #counts = new Map<DiagnosticCode, number>();
  readonly #doubts: LineDoubt[] = [];
  #total = 0;

  constructor(file: string) {
    this.file = file;
  }

  report(code: DiagnosticCode, message: string, spot: Omit<Spot, 'file'> = {}): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    this.#total += 1;
    if (count <= MAX_PER_CODE) this.#collected.push(diagnostic(code, message, { ...spot, file: this.file }));
  }

  /** Everything reported so far. */
  get total(): number {
    return this.#total;
  }

  /** Reports VALUES_DISAGREE for a line and makes what was read from it doubtful. */
  doubt(doubt: LineDoubt): void {
    this.report('VALUES_DISAGREE', doubt.message, { line: doubt.line });
    if (this.#doubts.length < MAX_DOUBTS) this.#doubts.push(doubt);
  }

  /** Reports VALUE_UNREADABLE for a line of a known form. */
  unreadable(line: number, bytes: Uint8Array): void {
    this.report('VALUE_UNREADABLE', 'expected a number where this line has something else', { line, bytes });
  }

  /** Reports LINE_UNPARSED for a line whose form is another one. */
  unparsed(expected: string, line: number, bytes: Uint8Array): void {
    this.report('LINE_UNPARSED', `expected ${expected}`, { line, bytes });
  }

  get doubts(): readonly LineDoubt[] {
    return this.#doubts;
  }

  /** How often each code was reported, also what was left out. */
  get counts(): ReadonlyMap<DiagnosticCode, number> {
    return this.#counts;
  }

  /** Everything reported, with one line for what was left out. */
  collect(): Diagnostic[] {
    const rest = [...this.#counts].filter(([, count]) => count > MAX_PER_CODE);
    return [
      ...this.#collected,
      ...rest.map(([code, count]) =>
        diagnostic(code, `${count - MAX_PER_CODE} more of the same in this file`, { file: this.file }),
      ),
    ];
  }
}
