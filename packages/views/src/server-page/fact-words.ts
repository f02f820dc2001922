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

/** What a fact is called on screen. */
export function factLabel(fact: ServerFact): string {
  return LABELS[fact];
}

/** Kinds in the order of the switch, with what each means for repeats. */
export const KIND_LABELS: readonly { kind: ServerKind; label: string; meaning: string }[] = [
  { kind: 'dedicated', label: 'dedicated', meaning: 'a machine of one’s own' },
  { kind: 'virtual', label: 'virtual', meaning: 'a virtual machine with resources of its own' },
  { kind: 'shared', label: 'shared', meaning: 'others use the machine at the same time' },
  { kind: 'unknown', label: 'unknown', meaning: 'nobody can tell' },
];

/** A stored value as it is shown: memory in GiB. */
export function factText(fact: ServerFact, value: string): string {
  return fact === 'memoryBytes' ? memoryText(Number(value)) : value;
}
