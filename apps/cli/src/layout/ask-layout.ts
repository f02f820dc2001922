import {
  type LayoutProposal,
  matchLayout,
  parseLayout,
  proposeLayouts,
  type ReadUpload,
} from '@basecase/ingest';
import type { IdentityQuestion } from '@basecase/ingest/model';
import type { Io } from '../io';
import { layoutFiles, proposalLines, shorten } from './draw-layout';
import { filesTable } from './files-table';
import { painter, paintPattern } from './paint';

/** Answers about results of unknown relation; settings of an upload. */
export interface LayoutAnswer {
  layout?: string;
  unknown?: 'separate' | 'repeats';
}

/** Values of a part that are listed. */
const LISTED = 8;

/** The question and the options that answer it, for where nothing can be asked. */
export function stopLines(questions: readonly IdentityQuestion[], upload: ReadUpload): string[] {
  const [first] = questions;
  if (!first) return [];
  const [best] = proposeLayouts(layoutFiles(upload));
  const layout = best ? `--layout '${best.pattern}'` : "--layout '{product}{version}/…'";
  const clients = first.clients === null ? '' : `, ${first.clients} clients`;
  return [
    `stop     ${first.text}`,
    `         ${first.test}${clients}: ${valuesText(first)}`,
    `         unnamed parts: ${first.parts.map(({ values }) => values.join('|')).join(', ') || 'none'}`,
    ...(questions.length > 1 ? [`         and ${questions.length - 1} more questions`] : []),
    `         name them:      ${layout}`,
    '         keep them apart: --keep-separate',
    '         or join them:   --repeats',
    'nothing was stored',
  ];
}

function valuesText({ values, count, unit }: IdentityQuestion): string {
  const shown = values.slice(0, 4).map((value) => Math.round(value).toLocaleString('en-US'));
  const more = count > shown.length ? ` and ${count - shown.length} more` : '';
  return `${shown.join('  ')}${more}, ${unit}`;
}

/** A terminal that can ask. */
export type Terminal = Pick<Io, 'print' | 'hasColours'> & Required<Pick<Io, 'ask'>>;

/**
 * Asks on the terminal which field each unnamed part is.
 *
 * @returns null where the person stops
 */
export async function askLayout(upload: ReadUpload, io: Terminal): Promise<LayoutAnswer | null> {
  const [first] = upload.questions;
  if (!first) return {};
  const paint = painter(io);
  const files = layoutFiles(upload);
  const proposals = proposeLayouts(files);
  const open = proposals.find(({ questions }) => questions.length > 0);
  const head = [
    `${paint('stop', 'stop')}     ${first.text}`,
    `         ${first.test}: ${valuesText(first)}`,
    '',
  ];
  if (!open) {
    await io.print(`${head.join('\n')}\n`);
    const letter = await io.ask('  [k]eep them apart  [r]epeats of each other  [q]uit    ');
    if (letter === 'q') return null;
    return { unknown: letter === 'r' ? 'repeats' : 'separate' };
  }
  const blanks = blanksOf(open, files);
  const numbered = fill(
    open.pattern,
    blanks.map((_, index) => `[?${index + 1}]`),
  );
  const listed = proposals.flatMap((one) => proposalLines(one, paint).map((line) => `  ${line}`));
  await io.print(
    `${paint('proposed', 'dim')}\n${listed.join('\n')}\n\n${paint('pattern', 'dim')}  ${paintPattern(numbered, paint)}\n\n${head.join('\n')}\n`,
  );
  const fields: string[] = [];
  for (const [index, values] of blanks.entries()) {
    await io.print(`  ?${index + 1}  ${shorten(values.slice(0, LISTED))}\n`);
    const field = await askField(values, layoutOf(open.pattern, fields), io);
    if (field === null) return null;
    fields.push(field);
  }
  const layout = layoutOf(open.pattern, fields);
  await io.print(
    `\n${filesTable(layout, files)
      .map((line) => `  ${line}\n`)
      .join('')}\n`,
  );
  return { layout, ...(fields.includes('_') && { unknown: 'repeats' as const }) };
}

/** True for Enter and for y. */
export async function confirmAll(count: number, { ask }: Pick<Terminal, 'ask'>): Promise<boolean> {
  const answer = (await ask(`  Add all ${count}? [Y/n]    `)).toLowerCase();
  return answer === '' || answer.startsWith('y');
}

const FIELDS = [
  { letter: 'c', field: 'config', text: '[c]onfig' },
  { letter: 'v', field: 'version', text: '[v]ersion' },
  { letter: 's', field: 'server', text: '[s]erver' },
  { letter: 'l', field: 'clients', text: 'c[l]ients' },
  { letter: 'i', field: '_', text: '[i]gnore, these are repeats' },
];

/** @param pattern as it is so far: a field that it has is not offered again */
async function askField(
  values: readonly string[],
  pattern: string,
  { ask }: Required<Pick<Io, 'ask'>>,
): Promise<string | null> {
  const areNumbers = values.every((value) => /^\d{1,6}$/.test(value));
  const offered = FIELDS.filter(
    ({ field }) =>
      field === 'config' ||
      field === '_' ||
      (!pattern.includes(`{${field}}`) && (field !== 'clients' || areNumbers)),
  );
  const question = `      ${offered.map(({ text }) => text).join('  ')}  [q]uit    `;
  for (;;) {
    const letter = (await ask(question)).toLowerCase() || 'c';
    if (letter === 'q') return null;
    const chosen = offered.find((one) => one.letter === letter);
    if (chosen) return chosen.field;
  }
}

/** The values of each part without a meaning, in the order of the pattern. */
function blanksOf({ pattern }: LayoutProposal, files: ReturnType<typeof layoutFiles>): string[][] {
  const layout = parseLayout(pattern);
  const found: Set<string>[] = [];
  for (const { path } of files) {
    const blanks = matchLayout(layout, path)?.values.filter(({ field }) => field === '_') ?? [];
    for (const [index, { value }] of blanks.entries()) found[index] = (found[index] ?? new Set()).add(value);
  }
  return found.map((values) => [...values]);
}

function layoutOf(pattern: string, fields: readonly string[]): string {
  return fill(
    pattern,
    fields.map((field) => `{${field}}`),
  );
}

/** The pattern with texts in the place of its `{_}`. */
function fill(pattern: string, texts: readonly string[]): string {
  let next = 0;
  return pattern.replace(/\{_\}/g, (blank) => texts[next++] ?? blank);
}
