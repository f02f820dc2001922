import type { CorrectionField, CorrectionTarget, RunAttributes, RunToCorrect } from '@basecase/db/types';
import { clientsText, dayText, serverClass } from '../text/words';
import {
  CORRECTABLE,
  type CorrectState,
  choicesOf,
  FIELD_LABELS,
  fieldInput,
  fieldText,
  isRename,
} from './correction-state';

/** A field of the form: what was read, what counts, and what is to be. */
export type FieldModel = ReturnType<typeof chooserField>;

export type FormModel = ReturnType<typeof formModel>;

/** In a field of runs that differ, or of one that has a value: take the value away. */
const TAKE_AWAY = '-';
/** In a choice of runs that differ: leave each as it is. */
const AS_IT_IS = '*';

/** What the form of a correction shows, and what of it would change. */
export function formModel(target: CorrectionTarget, state: CorrectState) {
  const fields = CORRECTABLE.map((name) => chooserField(name, target, state[name]));
  const changed = fields.filter(({ isChanged }) => isChanged);
  return {
    fields,
    /** Changes in the URL by field; an empty value removes the field. */
    changed: Object.fromEntries(
      changed.map(({ name, value }) => [name, value === TAKE_AWAY ? '' : value.trim()]),
    ),
  };
}

function chooserField(name: CorrectionField, target: CorrectionTarget, text: string | null) {
  const { runs } = target;
  const counted = distinct(runs.map((run) => run.counted[name]));
  const [only = null, ...others] = counted;
  const differs = others.length > 0;
  const isChoice = choicesOf(name).length > 0;
  const current = differs ? (isChoice ? AS_IT_IS : '') : fieldInput(name, only);
  const value = text ?? current;
  return {
    name,
    label: FIELD_LABELS[name],
    /** What was read, of all runs: `4`, or `1, 4, 16`. */
    asRead: readText(name, runs),
    /** What counts where a correction says otherwise: `now 1, corrected`. Empty where it does not. */
    now: nowText(name, runs, counted),
    /** The unchanged value. */
    current,
    /** The value in the form: `current`, or that of the URL. */
    value,
    isChanged: value.trim() !== current,
    /** Of a text that may be left empty, or of runs that differ. */
    placeholder: placeholderOf(name, differs),
    kind: isChoice ? 'choice' : NUMBERS.has(name) ? 'number' : 'text',
    /** Of a choice. */
    options: optionsOf(name, differs),
    /** Names to choose from. */
    known: knownOf(name, target),
    /** What speaks against the change; empty when nothing does. */
    warning: value.trim() === current ? '' : warningOf(name, target, value),
  };
}

const NUMBERS: ReadonlySet<CorrectionField> = new Set(['tables', 'rowsPerTable', 'clients']);

/** Longest list shown. */
const MAX_LISTED = 4;

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

function listText(name: CorrectionField, values: readonly RunAttributes[CorrectionField][]): string {
  const texts = values.slice(0, MAX_LISTED).map((value) => fieldText(name, value));
  const more = values.length - texts.length;
  return [...texts, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function readText(name: CorrectionField, runs: readonly RunToCorrect[]): string {
  const text = listText(name, distinct(runs.map((run) => run.asRead[name])));
  const [first] = runs;
  const isUndated = name === 'startedAt' && runs.every((run) => run.asRead.startedAt === null);
  return isUndated && first ? `${text} (loaded ${dayText(first.at)})` : text;
}

function nowText(
  name: CorrectionField,
  runs: readonly RunToCorrect[],
  counted: readonly RunAttributes[CorrectionField][],
): string {
  const isCorrected = runs.some((run) => run.corrected.includes(name));
  if (isCorrected) return `${listText(name, counted)}, corrected`;
  // The campaign of the upload overrides that of its files.
  const isSame = runs.every((run) => run.asRead[name] === run.counted[name]);
  return isSame ? '' : listText(name, counted);
}

function placeholderOf(name: CorrectionField, differs: boolean): string {
  if (isRename(name)) return 'old name → new name';
  if (differs)
    return `they differ; a value here is for all${OPTIONAL.has(name) ? `, ${TAKE_AWAY} for none` : ''}`;
  return OPTIONAL.has(name) ? 'not said' : '';
}

/** Fields that a run need not have. */
const OPTIONAL: ReadonlySet<CorrectionField> = new Set(
  CORRECTABLE.filter((name) => !['server', 'product', 'version', 'branch', 'startedAt'].includes(name)),
);

function optionsOf(name: CorrectionField, differs: boolean) {
  const [yes, no] = choicesOf(name);
  if (yes === undefined || no === undefined) return [];
  return [
    ...(differs ? [{ value: AS_IT_IS, text: 'they differ: leave them' }] : []),
    { value: 'true', text: yes },
    { value: 'false', text: no },
    { value: differs ? TAKE_AWAY : '', text: 'not said' },
  ];
}

function knownOf(name: CorrectionField, { known }: CorrectionTarget) {
  const plain = (names: readonly string[]) => names.map((each) => ({ value: each, text: '' }));
  switch (name) {
    case 'server':
      return known.servers.map((server) => {
        const own = serverClass(server);
        return { value: server.name, text: own === server.name ? '' : own };
      });
    case 'product':
      return plain(known.products);
    case 'version':
      return plain(known.versions);
    case 'config':
      return plain(known.configs);
    case 'campaign':
      return plain(known.campaigns);
    default:
      return [];
  }
}

function warningOf(name: CorrectionField, { runs, known }: CorrectionTarget, value: string): string {
  const text = value.trim();
  if (name === 'clients') {
    const logged = distinct(runs.flatMap((run) => run.loggedClients)).sort((a, b) => a - b);
    if (logged.length === 0 || logged.map(String).includes(text)) return '';
    const most = logged.length === 1 ? clientsText(logged[0] ?? null) : `${logged.join(', ')} clients`;
    return `The logs say ${most}. Correct it only if they are of another run.`;
  }
  if (name === 'server' && text !== '') {
    const isKnown = known.servers.some((server) => server.name.toLowerCase() === text.toLowerCase());
    return isKnown ? '' : 'No server has this name yet: it will be new.';
  }
  return '';
}
