import type { FileDetails } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { TpccFacts } from '../tpcc-facts';
import { type Dict, isDict } from './py-tpcc-result';
import { PROGRESS } from './py-tpcc-session';
import { type PythonValue, parsePythonLiteral } from './python-literal';

const MAX_LINE_BYTES = 262_144;
const DICT = /^\s*\{.*['"]tpmc['"]\s*:/;

/** Everything in the last dict of results, and the last counts of the progress, which has no time axis. */
export class PyTpccDetails implements DetailsSession {
  readonly #facts = new TpccFacts();

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    const [found, name = '', count = '', seconds = ''] = PROGRESS.exec(text) ?? [];
    if (found !== undefined) {
      const group = `${name} so far`;
      this.#facts.add({ group, name: 'cnt', value: count, line: lineNumber });
      this.#facts.add({ group, name: 'time', value: seconds, unit: 's', line: lineNumber });
    } else if (DICT.test(text)) {
      const literal = parsePythonLiteral(text.trim());
      if (literal && isDict(literal.value)) this.#dict(literal.value, lineNumber);
    }
  }

  #dict(dict: Dict, line: number): void {
    for (const [name, value] of Object.entries(dict)) {
      if (isDict(value)) this.#nested(value, { group: name, prefix: '', line });
      else this.#facts.add({ group: null, name, value: textOf(value), line });
    }
  }

  /** `latency.p95`, `retries.retries_ops.0`. */
  #nested(dict: Dict, { group, prefix, line }: { group: string; prefix: string; line: number }): void {
    for (const [key, value] of Object.entries(dict)) {
      const name = `${prefix}${key}`;
      if (isDict(value)) this.#nested(value, { group, prefix: `${name}.`, line });
      else {
        const unit = name.startsWith('latency.') ? 'ms' : null;
        this.#facts.add({ group, name, value: textOf(value), unit, line });
      }
    }
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts.build() };
  }
}

function textOf(value: PythonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return Array.isArray(value) ? value.map(textOf).join(', ') : String(value);
}
