import type { ServerFact, ServerFactView } from '@basecase/db/types';
import { factLabel, factText } from './fact-words';

/** A field of the form for the facts of a server. */
export interface FactField {
  /** Name of the field; memory is typed as `32 GB`. */
  name: 'cores' | 'cpu' | 'memory' | 'storage' | 'os';
  label: string;
  /** The entered value; empty without one. */
  said: string;
  /** The value in force while the field is empty, or an example. */
  placeholder: string;
  isNumber: boolean;
}

const FIELDS: readonly { fact: Exclude<ServerFact, 'kind'>; example: string }[] = [
  { fact: 'cores', example: '8' },
  { fact: 'cpu', example: 'AMD Ryzen 7 7840HS' },
  { fact: 'memoryBytes', example: '32 GB' },
  { fact: 'storage', example: '1 × NVMe, XFS' },
  { fact: 'os', example: 'Ubuntu 24.04, kernel 6.8' },
];

/** The fields of the form: entered values, with the value read from logs as the placeholder. */
export function factFields(facts: readonly ServerFactView[]): FactField[] {
  return FIELDS.map(({ fact, example }) => {
    const found = facts.find((one) => one.fact === fact);
    const said = found?.source === 'said' ? found.value : null;
    const isSaid = found?.source === 'said' || found?.source == null;
    const read = isSaid ? (found?.readings[0]?.value ?? null) : found.value;
    const isGuess = found?.readings.find(({ value }) => value === read)?.fromConfig === true;
    return {
      name: fact === 'memoryBytes' ? 'memory' : fact,
      label: factLabel(fact),
      said: said === null ? '' : inputText(fact, said),
      placeholder:
        read === null ? `e.g. ${example}` : `${factText(fact, read)} (${isGuess ? 'guessed' : 'read'})`,
      isNumber: fact === 'cores',
    };
  });
}

/** All digits: a field that is sent back unchanged says the same. */
function inputText(fact: ServerFact, value: string): string {
  return fact === 'memoryBytes' ? `${Number(value) / 2 ** 30} GB` : value;
}
