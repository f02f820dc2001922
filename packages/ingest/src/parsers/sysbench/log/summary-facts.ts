import type { Fact } from '../../../model/details';
import { toFinite } from '../../../text/finite';

/** `SQL statistics:`, `Latency (ms):`; 0.5 has headings within: `    response time:`. */
const HEADING = /^ {0,4}([A-Za-z][\w /()-]*):$/;
/** `        read:                            588`, `    transactions:                        31     (6.16 per sec.)` */
const VALUE = /^ +([A-Za-z0-9][\w /(),.-]*): +(\S.*)$/;
/** Only what the tests of memory and files print: `Total operations: 19100099 (6363399.58 per second)`. */
const UNNAMED =
  /^(?:(Total operations|Operations performed): +(\S.*)|(\d\S* Mi?B) transferred \((\S+ Mi?B\/sec)\))$/;
const NUMBER = /^(\d+(?:\.\d+)?)(ms|s)?(?: |$)/;
/** No summary has more lines; an endless log must not fill memory. */
const MAX_FACTS = 100;
const LATENCY = 'Latency (ms)';

/** Deeper lines belong to the heading within: `    queries performed:` and `        read:`. */
const NESTED_INDENT = 5;

/** Every named value of the last summary, as printed. */
export class SummaryFacts {
  #facts: Fact[] = [];
  #heading: string | null = null;
  #nested: string | null = null;
  #complete = false;

  clear(): void {
    this.#facts = [];
    this.#heading = null;
    this.#nested = null;
    this.#complete = false;
  }

  line(text: string, line: number): void {
    const heading = HEADING.exec(text)?.[1];
    if (heading !== undefined && text.startsWith(' ')) {
      this.#nested = heading;
    } else if (heading !== undefined) {
      this.#beginPart();
      this.#heading = heading;
      this.#nested = null;
      this.#complete = heading === 'Threads fairness';
    } else if (this.#facts.length < MAX_FACTS) {
      this.#add(text, line);
    }
  }

  build(): Fact[] {
    return this.#facts;
  }

  /** What follows `Threads fairness:` is the next summary: a checkpoint's values give way to it. */
  #beginPart(): void {
    if (this.#complete) this.clear();
  }

  #add(text: string, line: number): void {
    const [, name, printed, transferred, rate] = UNNAMED.exec(text) ?? [];
    if (name && printed) {
      this.#beginPart();
      this.#push({ group: null, name, value: printed, line });
    } else if (transferred && rate) {
      this.#push({ group: null, name: 'transferred', value: `${transferred} (${rate})`, line });
    } else if (this.#heading !== null) {
      const [, key, value] = VALUE.exec(text) ?? [];
      if (!key || !value) return;
      const isNested = text.search(/\S/) >= NESTED_INDENT;
      const group = (isNested ? this.#nested : null) ?? this.#heading;
      this.#push({ group, name: key, value, line });
    }
  }

  #push({ group, name, value, line }: Pick<Fact, 'group' | 'name' | 'value' | 'line'>): void {
    const [, digits, unit = null] = NUMBER.exec(value) ?? [];
    this.#facts.push({
      group,
      name,
      value: value.trimEnd().replace(/ {2,}/g, ' '),
      number: toFinite(digits),
      unit: group === LATENCY ? 'ms' : unit,
      line,
    });
  }
}
