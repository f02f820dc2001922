import { DEFAULT_RULE } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';

/** What would tell the noise of a machine; every page that says "not calibrated" says it. */
export const CALIBRATE = 'Run the base once more on another day, or record in rounds.';

const TIMES: Readonly<Record<number, string>> = { 2: 'twice', 4: 'four times', 6: 'six times' };

/** `twice the usual noise is assumed`: of a server whose noise nothing is known of, by its kind. */
export function assumedNoiseText(kind: ServerKind | null): string {
  const scale = DEFAULT_RULE.startScale[kind ?? 'unknown'];
  return `${TIMES[scale] ?? `${scale} times`} the usual noise is assumed`;
}

/** Who may use the machine besides: why nothing can be sure on it. */
function othersText(kind: ServerKind | null): string {
  if (kind === 'virtual') return 'it is a virtual machine, whose host others may use';
  return kind === 'shared' ? 'others use it at the same time' : 'others may use it';
}

/**
 * What can't be known where nothing tells the noise of a server. Only a dedicated one can be sure without evidence of its
 * own; how many of its flags are false, nobody knows.
 */
export function uncalibratedText({ kind, unsure }: { kind: ServerKind | null; unsure: boolean }): string {
  return unsure
    ? `Not calibrated: nothing is known of the noise of this server, and ${othersText(kind)}, so no change is sure.`
    : `Not calibrated: no A/A pair is stored here, so ${assumedNoiseText('dedicated')}, and nobody knows how many flags are false.`;
}

/** Nobody said of which kind a server is, or said that nobody can tell: to ask is worth a line. */
export function isKindOpen(kind: ServerKind | null | undefined): boolean {
  return (kind ?? 'unknown') === 'unknown';
}
