import { CALIBRATE } from '@basecase/analysis';
import type {
  FactChangeView,
  FactReading,
  ServerFact,
  ServerFactView,
  ServerNoise,
  ServerPage,
} from '@basecase/db/types';
import type { ServerKind } from '@basecase/ingest/model';
import { noiseHref, percentText } from '../noise/noise';
import { countText, dayText, memoryText, timeText } from '../text/words';
import { assumedNoiseText } from '../verdict/calibration-words';

const LABELS: Readonly<Record<ServerFact, string>> = {
  kind: 'Kind',
  cores: 'Cores',
  cpu: 'CPU',
  memoryBytes: 'Memory',
  storage: 'Storage',
  os: 'OS',
};

/** Label of a fact. */
function factLabel(fact: ServerFact): string {
  return LABELS[fact];
}

/** What the kind of a server decides. */
export const KIND_DECIDES =
  'Without evidence of its noise (two runs of the same, rounds, 12 nights), only a dedicated machine gives sure verdicts: on the others a change is likely at most.';

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
function factText(fact: ServerFact, value: string): string {
  return fact === 'memoryBytes' ? memoryText(Number(value)) : value;
}

export interface FactRow {
  key: ServerFact | 'noise';
  label: string;
  /** Null: not known. */
  text: string | null;
  /** Where it is from; for a missing fact what it is needed for. */
  source: string;
  /** The value read from logs, which an entered value does not hide. */
  others: string;
  href: string | null;
}

/** What a missing fact would bring, so that it is asked for where it is missed. */
const NEEDED_FOR: Partial<Record<ServerFact, string>> = {
  cores: 'needed for CPU µs/o, the CPU cost that can be compared between servers',
  kind: 'not specified, not visible in logs; treated as shared',
};

/** The facts of a server, each with its source; the noise comes last: it is computed. */
export function factRows({ facts, noise, server }: ServerPage): FactRow[] {
  return [...facts.map(toRow), noiseRow(noise, server)];
}

function toRow(fact: ServerFactView): FactRow {
  const { value } = fact;
  const shown =
    fact.source === 'said'
      ? fact.readings
      : fact.readings.filter((one) => one.value !== value || one.fromConfig !== isFromConfig(fact));
  return {
    key: fact.fact,
    label: factLabel(fact.fact),
    text: value === null ? null : factText(fact.fact, value),
    source: sourceText(fact),
    others: shown.map((reading) => readingText(fact.fact, reading)).join('; '),
    href: null,
  };
}

function isFromConfig({ source }: ServerFactView): true | undefined {
  return source === 'config' ? true : undefined;
}

function sourceText({ fact, value, source, said, readings }: ServerFactView): string {
  switch (source) {
    case null:
      return NEEDED_FOR[fact] ?? '';
    case 'said':
      return said ? `said by ${said.by}, ${dayText(said.at)}` : 'said';
    case 'config':
      return 'guessed from the name of the config; not in any log';
    case 'read': {
      const runs = readings.find((one) => one.value === value && !one.fromConfig)?.runs ?? 0;
      return `read with ${countText(runs, 'run')}`;
    }
  }
}

/** `read: 8 in 3 runs, 1 Jan 2026 to 4 Feb 2026` */
function readingText(fact: ServerFact, { value, fromConfig, runs, firstAt, lastAt }: FactReading): string {
  const [first, last] = [dayText(firstAt), dayText(lastAt)];
  const days = first === last ? first : `${first} to ${last}`;
  return `${fromConfig ? 'name of the config' : 'read'}: ${factText(fact, value)} in ${countText(runs, 'run')}, ${days}`;
}

function noiseRow(noise: readonly ServerNoise[], { slug, kind = null }: ServerPage['server']): FactRow {
  const row = { key: 'noise', label: 'Noise', others: '' } as const;
  const [best] = noise;
  if (!best) return { ...row, text: null, source: 'computed when runs are judged', href: null };
  const href = noiseHref({ server: slug, workload: best.workload.slug });
  const known = noise.filter(({ calibrated }) => calibrated);
  if (known.length === 0) {
    const text = `no independent repeat run yet, so ${assumedNoiseText(kind)}`;
    return { ...row, text, source: CALIBRATE, href };
  }
  const pairs = known.reduce((sum, one) => sum + one.pairs, 0);
  const sigmas = known.map(({ medianSigma }) => medianSigma);
  const [low, high] = [percentText(Math.min(...sigmas)), percentText(Math.max(...sigmas))];
  return {
    ...row,
    text: `${low === high ? low : `${low} to ${high}`} between runs of the same`,
    source: `computed from ${countText(pairs, 'repeat pair')} of ${countText(known.length, 'workload')}`,
    href,
  };
}

const FIELDS: readonly { fact: Exclude<ServerFact, 'kind'>; example: string }[] = [
  { fact: 'cores', example: '8' },
  { fact: 'cpu', example: 'AMD Ryzen 7 7840HS' },
  { fact: 'memoryBytes', example: '32 GB' },
  { fact: 'storage', example: '1 × NVMe, XFS' },
  { fact: 'os', example: 'Ubuntu 24.04, kernel 6.8' },
];

/** The fields of the form: entered values, with the value read from logs as the placeholder. */
export function factFields(facts: readonly ServerFactView[]) {
  return FIELDS.map(({ fact, example }) => {
    const found = facts.find((one) => one.fact === fact);
    const said = found?.source === 'said' ? found.value : null;
    const isSaid = found?.source === 'said' || found?.source == null;
    const read = isSaid ? (found?.readings[0]?.value ?? null) : found.value;
    const isGuess = found?.readings.find(({ value }) => value === read)?.fromConfig === true;
    return {
      /** Name of the field; memory is typed as `32 GB`. */
      name: fact === 'memoryBytes' ? 'memory' : fact,
      label: factLabel(fact),
      /** The entered value; empty without one. */
      said: said === null ? '' : inputText(fact, said),
      /** The value in force while the field is empty, or an example. */
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

export type ChangeRow = ReturnType<typeof factChangeRows>[number];

/** Who changed which fact, the newest first. Only the last change of a fact can be undone: older ones are under it. */
export function factChangeRows(changes: readonly FactChangeView[]) {
  return changes.map(({ id, fact, before, value, isTakenBack, by, reason, at, isNewest }) => ({
    id,
    when: timeText(at),
    by,
    label: factLabel(fact),
    /** Null: nothing was known. */
    before: before === null ? null : factText(fact, before),
    after: value === null ? null : factText(fact, value),
    note: [isTakenBack ? 'entered value removed' : '', reason ?? ''].filter(Boolean).join(': '),
    canUndo: isNewest,
  }));
}

const NOT_KNOWN = 'not known';

/** The facts of both, and which of them speak against one machine. */
export function factsSideBySide(keep: readonly ServerFactView[], merge: readonly ServerFactView[]) {
  return keep.map(({ fact, value }) => {
    const other = merge.find((one) => one.fact === fact)?.value ?? null;
    return {
      key: fact,
      label: factLabel(fact),
      keep: value === null ? NOT_KNOWN : factText(fact, value),
      merge: other === null ? NOT_KNOWN : factText(fact, other),
      /** Both are known and not the same: they may be two machines. */
      differs: value !== null && other !== null && value !== other,
    };
  });
}
