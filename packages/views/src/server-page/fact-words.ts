import type { ServerFact } from '@basecase/db/types';
import type { ServerKind } from '@basecase/ingest/model';
import { memoryText } from '../text/memory-text';

const LABELS: Readonly<Record<ServerFact, string>> = {
  kind: 'Kind',
  cores: 'Cores',
  cpu: 'CPU',
  memoryBytes: 'Memory',
  storage: 'Storage',
  os: 'OS',
};

/** Label of a fact. */
export function factLabel(fact: ServerFact): string {
  return LABELS[fact];
}

/** What the kind of a server decides. */
export const KIND_DECIDES =
  'Without evidence of its noise (two runs of the same, rounds, 12 nights), only a dedicated machine gives sure verdicts: on the others a change is possible at most.';

interface KindWords {
  kind: ServerKind;
  label: string;
  /** The same as an answer to "Is this machine yours alone?" */
  answer: string;
  meaning: string;
}

/** Kinds in the order of the switch, with what each means for repeats. */
export const KIND_LABELS: readonly KindWords[] = [
  {
    kind: 'dedicated',
    label: 'dedicated',
    answer: 'Dedicated',
    meaning: 'dedicated: no other users during a run',
  },
  {
    kind: 'virtual',
    label: 'virtual',
    answer: 'Virtual',
    meaning: 'a virtual machine: its host may be shared, whatever was promised',
  },
  { kind: 'shared', label: 'shared', answer: 'Shared', meaning: 'others use the machine at the same time' },
  {
    kind: 'unknown',
    label: 'unknown',
    answer: 'Don’t know',
    meaning: 'unknown: treated as shared',
  },
];

/** A stored value as it is shown: memory in GiB. */
export function factText(fact: ServerFact, value: string): string {
  return fact === 'memoryBytes' ? memoryText(Number(value)) : value;
}
