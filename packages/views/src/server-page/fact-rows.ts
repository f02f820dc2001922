import type { FactReading, ServerFact, ServerFactView, ServerNoise, ServerPage } from '@basecase/db/types';
import { percentText } from '../noise/noise-atlas';
import { noiseHref } from '../noise/noise-state';
import { countText } from '../text/count-text';
import { dayText } from '../text/time-text';
import { assumedNoiseText, CALIBRATE } from '../verdict/calibration-words';
import { factLabel, factText } from './fact-words';

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
    const text = `not calibrated: no two runs of the same, so ${assumedNoiseText(kind)}`;
    return { ...row, text, source: CALIBRATE, href };
  }
  const pairs = known.reduce((sum, one) => sum + one.pairs, 0);
  const sigmas = known.map(({ medianSigma }) => medianSigma);
  const [low, high] = [percentText(Math.min(...sigmas)), percentText(Math.max(...sigmas))];
  return {
    ...row,
    text: `${low === high ? low : `${low} to ${high}`} between runs of the same`,
    source: `computed from ${countText(pairs, 'A/A pair')} of ${countText(known.length, 'workload')}`,
    href,
  };
}
