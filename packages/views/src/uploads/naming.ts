import type { UploadPreview } from '@basecase/db/types';
import { numberText } from '../regressions/record-words';
import { countText, joinNames } from '../text/words';

type Naming = NonNullable<UploadPreview['naming']>;

/** Choices for a part of a name, with the class of the hue of each. `_` says nothing. */
export const PART_FIELDS: readonly { field: string; label: string; hue: string }[] = [
  { field: 'product', label: 'product', hue: 'part-1' },
  { field: 'version', label: 'version', hue: 'part-2' },
  { field: 'config', label: 'config', hue: 'part-3' },
  { field: 'clients', label: 'clients', hue: 'part-4' },
  { field: 'test', label: 'test', hue: 'part-6' },
  { field: 'repeat', label: 'number of a repeat', hue: 'part-5' },
  { field: 'server', label: 'server', hue: 'part-5' },
  { field: 'flavour', label: 'flavour of the build', hue: 'part-2' },
  { field: 'build', label: 'build', hue: 'part-2' },
  { field: 'date', label: 'date', hue: 'part-5' },
  { field: '_', label: 'nothing: ignore it', hue: 'part-6' },
];

const FIELD = /(\{[^{}]*\}|\*)/;

/** A pattern as text and fields. */
export function patternPieces(pattern: string) {
  let fields = 0;
  return pattern
    .split(FIELD)
    .filter((text) => text !== '')
    .map((text, key) => {
      if (!FIELD.test(text)) return { key, text, token: null, field: '', hue: '' };
      const field = text === '*' ? '_' : text.slice(1, -1);
      return { key, text, token: fields++, field, hue: hueOf(field) };
    });
}

function hueOf(field: string): string {
  // Named configs differ from the one without a name.
  if (field.startsWith('config.')) return 'part-5';
  return PART_FIELDS.find((each) => each.field === field)?.hue ?? 'part-6';
}

/** The pattern with other fields in some places. */
export function renameFields(pattern: string, fields: ReadonlyMap<number, string>): string {
  return patternPieces(pattern)
    .map(({ token, text }) => {
      const field = token === null ? undefined : fields.get(token);
      return field === undefined ? text : `{${field}}`;
    })
    .join('');
}

const USE_SUGGESTIONS: Readonly<Record<number, string>> = {
  1: 'Use the suggestion',
  2: 'Use both suggestions',
};
const MOST_VALUES = 8;

function someNames(values: readonly string[]): string {
  const more = values.length - MOST_VALUES;
  return more > 1 ? `${values.slice(0, MOST_VALUES).join(', ')} and ${more} more` : joinNames(values);
}

export type NamingModel = ReturnType<typeof namingModel>;

/** How the paths of some uploads with one pattern are read, and what is open. */
export function namingModel(naming: Naming, uploads: readonly string[]) {
  const questions = naming.questions.map((question, key) => ({
    key,
    title: `Stop: ${countText(question.count, 'different experiment')} would be joined as repeats of one`,
    text: [question.text, rangeText(question)].filter(Boolean).join(' '),
    use: USE_SUGGESTIONS[question.parts.length] ?? `Use all ${question.parts.length} suggestions`,
    parts: question.parts.map((part, place) => ({ ...part, key: place, text: someNames(part.values) })),
  }));
  const parts = new Set(questions.flatMap((question) => question.parts.map(({ text }) => text)));
  return {
    ...naming,
    uploads,
    questions,
    pieces: patternPieces(naming.pattern).map((piece) => ({
      ...piece,
      isOpen: questions.some((question) =>
        question.parts.some(({ token }) => token !== null && token === piece.token),
      ),
    })),
    hint: naming.isLayout
      ? 'one pattern for all rows; click a part to change its name'
      : 'read by the form of their parts; click a part to name it for all rows',
    /** Why nothing can be added yet; empty if it can. */
    problem:
      questions.length === 0
        ? ''
        : parts.size === 0
          ? 'a question is open'
          : `${countText(parts.size, 'part')} ${parts.size === 1 ? 'has' : 'have'} no name yet`,
  };
}

/** Repeats of one experiment differ by less. */
const CLEARLY_APART = 1.2;

function rangeText({ values, clients, unit }: Naming['questions'][number]): string {
  const [least, most] = [values[0], values.at(-1)];
  if (least === undefined || most === undefined || least <= 0 || values.length < 2) return '';
  const at = clients === null ? '' : `At ${countText(clients, 'client')} `;
  const ratio = most / least;
  const apart =
    ratio < CLEARLY_APART ? '' : `; repeats of one experiment don't differ by ${ratio.toFixed(1)} times`;
  const range = `heir results go from ${numberText(least)} to ${numberText(most)} ${unit}`;
  return `${at === '' ? 'T' : `${at}t`}${range}${apart}.`;
}

/** A path as text and named parts. */
export function pathPieces(
  path: string,
  parts: readonly { start: number; end: number; token: number; isOpen: boolean }[],
  pattern: string,
) {
  const fields = patternPieces(pattern).filter(({ token }) => token !== null);
  const pieces: {
    key: number;
    text: string;
    token: number | null;
    field: string;
    hue: string;
    isOpen: boolean;
  }[] = [];
  let from = 0;
  const literal = (to: number) => {
    const text = path.slice(from, to);
    if (text !== '') pieces.push({ key: from, text, token: null, field: '', hue: '', isOpen: false });
  };
  for (const { start, end, token, isOpen } of parts) {
    if (end > path.length) break;
    literal(start);
    const { field = '_', hue = 'part-6' } = fields[token] ?? {};
    pieces.push({
      key: start,
      text: path.slice(start, end),
      token,
      field,
      hue,
      isOpen,
    });
    from = end;
  }
  literal(path.length);
  return pieces;
}
