import type { Fact } from '../../model/details';
import { toDisplayText } from '../../text/excerpt';
import { toNumber } from '../ycsb/numbers';

/** No run prints more; an endless log must not fill memory. */
const MAX_FACTS = 2000;

/** Numbers and settings as printed, one fact each. Of runs in one file the last one counts. */
export class TpccFacts {
  readonly #facts = new Map<string, Fact>();

  add({
    group,
    name,
    value,
    unit = null,
    line,
  }: Omit<Fact, 'number' | 'unit'> & { unit?: string | null }): void {
    const key = `${group}\n${name}`;
    if (!this.#facts.has(key) && this.#facts.size >= MAX_FACTS) return;
    const text = (latin1: string) => toDisplayText(Buffer.from(latin1, 'latin1'));
    this.#facts.set(key, {
      group: group === null ? null : text(group),
      name: text(name),
      value: text(value),
      number: toNumber(value),
      unit,
      line,
    });
  }

  build(): Fact[] {
    return [...this.#facts.values()];
  }
}
