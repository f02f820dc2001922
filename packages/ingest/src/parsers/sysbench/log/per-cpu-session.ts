import type { FileReporter } from '../../../files/reporter';
import type { ParseSession } from '../../parser';
import { CPU_PREFIX } from './banner';
import type { SysbenchLog } from './sysbench-log';
import { SysbenchSession } from './sysbench-session';

const UPPER_C = 67;
const MAX_PREFIX_BYTES = 40;
/** No machine has more CPUs; a damaged file must not grow. */
const MAX_EXECUTIONS = 10_000;

/**
 * Reads one log. PerfKit Benchmarker pins sysbench to one CPU after the other and writes all of it into one file, with
 * `CPU 0 ` before each banner: these are as many executions, where others append runs of which the last one counts.
 */
export class PerCpuSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #logs: SysbenchLog[] = [];
  #session: SysbenchSession;
  #isPinned = false;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
    this.#session = new SysbenchSession(reporter);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const prefix = bytes[start] === UPPER_C ? prefixLength(bytes, start, end) : 0;
    if (prefix > 0) this.#next();
    this.#session.line(bytes, start + prefix, end, lineNumber);
  }

  get readsValues(): boolean {
    return this.#session.readsValues;
  }

  #next(): void {
    if (this.#isPinned) this.#keep(this.#session.end());
    this.#isPinned = true;
    this.#session = new SysbenchSession(this.#reporter);
  }

  #keep(log: SysbenchLog): void {
    if (this.#logs.length < MAX_EXECUTIONS) this.#logs.push(log);
    else {
      const message = `more than ${MAX_EXECUTIONS} executions in one file; this one was not read`;
      this.#reporter.report('METRIC_MISSING', message, { line: log.lines });
    }
  }

  end(): SysbenchLog {
    const [first, ...others] = [...this.#logs, this.#session.end()];
    if (!first) throw new Error('a session always gives a log');
    return others.length === 0 ? first : { ...first, others };
  }
}

function prefixLength(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString('latin1', start, Math.min(end, start + MAX_PREFIX_BYTES));
  return CPU_PREFIX.exec(text)?.[0].length ?? 0;
}
