import { DEFAULT_RULE } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';

const TIMES: Readonly<Record<number, string>> = { 2: 'twice', 4: 'four times', 6: 'six times' };

/** `twice the typical noise is assumed`: of a server without a repeat run, by its kind. */
export function assumedNoiseText(kind: ServerKind | null): string {
  const scale = DEFAULT_RULE.startScale[kind ?? 'unknown'];
  return `${TIMES[scale] ?? `${scale} times`} the typical noise is assumed`;
}

/** Who may use the machine besides: why nothing can be sure on it. */
function othersText(kind: ServerKind | null): string {
  if (kind === 'virtual') return 'it is a virtual machine, whose host others may use';
  return kind === 'shared' ? 'others use it at the same time' : 'others may use it';
}

/**
 * Limits of verdicts on a server with unknown noise. Only a dedicated one can be sure without its own evidence, at an
 * unknown error rate.
 */
export function uncalibratedText({ kind, unsure }: { kind: ServerKind | null; unsure: boolean }): string {
  return unsure
    ? `No independent repeat run yet, and ${othersText(kind)}: no change is confirmed.`
    : `No independent repeat run yet, so ${assumedNoiseText('dedicated')}.`;
}

/** The kind of a server is not specified or unknown: the page asks for it. */
export function isKindOpen(kind: ServerKind | null | undefined): boolean {
  return (kind ?? 'unknown') === 'unknown';
}
