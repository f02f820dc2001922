import { isSure } from '@basecase/analysis';
import type { RegressionPage } from '@basecase/db/types';
import type { ConfounderItem, ConfoundersModel } from '../../verdict/setup-confounders';

/**
 * The most likely class of a change. noise: it is not confirmed. method: the versions were not measured in the same way.
 * machine: the machine changed with the version. real: none of these is known.
 */
export type ChangeClass = 'real' | 'noise' | 'method' | 'machine';

export interface ClassifiedChange {
  class: ChangeClass;
  /** Why, in whole sentences; at least one. */
  reasons: string[];
  /** What does not decide, but a reader should know. */
  caveats: string[];
}

type Kind = ConfounderItem['kind'];
const METHOD: readonly Kind[] = ['product', 'flavour', 'dataset', 'clients', 'compiler', 'tool'];
const MACHINE: readonly Kind[] = ['kernel', 'microcode', 'cpu', 'storage', 'os', 'governor', 'hypervisor'];

type Classified = Pick<
  RegressionPage,
  'verdict' | 'stop' | 'nights' | 'judged' | 'step' | 'withdrawnAt' | 'state' | 'series' | 'evidence'
>;

/**
 * The class of a change from its record and the setups of its two versions. A change that is not confirmed is noise, whatever
 * differs: there is nothing to explain yet.
 *
 * @param setup what differs between the last good and the first bad version besides the version; null: nothing that is known
 */
export function classifyChange(record: Classified, setup: ConfoundersModel | null): ClassifiedChange {
  const items = setup?.items ?? [];
  const method = items.filter((item) => METHOD.includes(item.kind) || changesSetting(item));
  const machine = items.filter(({ kind }) => MACHINE.includes(kind));
  const nearby = annotationsNear(record);
  const found = (own: ChangeClass, reasons: readonly string[]): ClassifiedChange => ({
    class: own,
    reasons: reasons.filter(Boolean),
    caveats: [...items.map(({ sentence }) => sentence), ...nearby, record.judged.shiftSentence ?? ''].filter(
      (text) => text !== '' && !reasons.includes(text),
    ),
  });
  if (movedWithMachine(record)) return found('machine', againstOf(record));
  const doubt = doubtOf(record);
  if (doubt) return found('noise', [doubt, ...againstOf(record)]);
  if (method.length > 0)
    return found(
      'method',
      method.map(({ sentence }) => sentence),
    );
  if (machine.length > 0)
    return found(
      'machine',
      machine.map(({ sentence }) => sentence),
    );
  return found('real', [
    record.stop
      ? 'The test worked before and stopped with this version.'
      : 'The change is confirmed, and no difference besides the version is known.',
  ]);
}

/** The rule withheld "sure" because of the machine: it moved as a whole, or lost CPU time to other guests. */
function movedWithMachine({ judged: { changedBy }, verdict, stop }: Classified): boolean {
  return !stop && !isSure(verdict) && (changedBy === 'host' || changedBy === 'steal');
}

/** Why the change is not confirmed; empty when it is. */
function doubtOf({ stop, verdict, nights, judged, step, withdrawnAt, state }: Classified): string {
  if (withdrawnAt !== null) return 'Newer runs do not show it any more: the record is withdrawn.';
  if (state === 'noise') return 'A user marked it as noise.';
  if (stop) return '';
  const isConfirmed = nights?.judgedBy === 'series' ? nights.sureness !== 'possible' : isSure(verdict);
  if (!isConfirmed) return 'It is likely, not confirmed: it may be noise.';
  if (!nights && step === 'isolated' && judged.versionRuns < 2)
    return 'One run of one version shows it, and the next version does not.';
  return '';
}

/** A setting that both configs have was changed. One that only one of them has often exists in one version only. */
function changesSetting({ kind, diffs }: ConfounderItem): boolean {
  return (
    kind === 'config' && diffs.some(({ changes }) => changes.some((change) => change.kind === 'changed'))
  );
}

function againstOf({ evidence }: Classified): string[] {
  return evidence
    .filter(({ kind }) => kind !== 'for')
    .slice(0, 2)
    .map(({ title, text }) => `${title}: ${text}`);
}

/** Changes of the machine and notes of users within two nights of the change. */
function annotationsNear({ series }: Classified): string[] {
  if (!series) return [];
  const { view, firstBad } = series;
  return view.annotations.flatMap(({ night, label, at }) =>
    night !== null && Math.abs(night - firstBad) <= 2 ? [`${label} on ${at.slice(0, 10)}.`] : [],
  );
}
