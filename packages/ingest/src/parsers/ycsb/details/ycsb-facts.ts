import type { Fact } from '../../../model/details';
import { toDisplayText } from '../../../text/excerpt';
import { toNumber } from '../numbers';

const UNIT = /\(([^()]{1,20})\)$/;
/** Above the number of rows other than buckets in any run; an endless log must not fill memory. */
const MAX_FACTS = 2000;

/** Rows as printed, one fact each. Of runs in one file the last one counts. */
export class YcsbFacts {
  readonly #facts = new Map<string, Fact>();

  /** @param name `AverageLatency(us)`: its unit is that of the number */
  add({ group, name, value, line }: Pick<Fact, 'name' | 'value' | 'line'> & { group: string }): void {
    const key = `${group}\n${name}`;
    if (!this.#facts.has(key) && this.#facts.size >= MAX_FACTS) return;
    this.#facts.set(key, {
      group: toDisplayText(Buffer.from(group, 'latin1')),
      name: toDisplayText(Buffer.from(name, 'latin1')),
      value: toDisplayText(Buffer.from(value, 'latin1')),
      number: toNumber(value),
      unit: UNIT.exec(name)?.[1] ?? null,
      line,
    });
  }

  build(): Fact[] {
    return [...this.#facts.values()];
  }
}
