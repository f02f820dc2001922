import type { PlainView } from './plain-view';

const STRING = String.raw`(?:"(?:[^"\\]|\\.){0,4096}"|'(?:[^'\\]|\\.){0,4096}')`;
/** `["mysql", "-uroot", "-px"]`, as JSON, Python and strace write the arguments of a program. */
const LIST = new RegExp(String.raw`\[[ \t]{0,8}${STRING}(?:[ \t]{0,8},[ \t]{0,8}${STRING})+`, 'g');
const ARGUMENT = new RegExp(STRING, 'g');
/** What separates arguments in /proc/PID/cmdline, as it is or as tools print it. */
const ZERO = /\0|\\x00|\\0(?![0-7])/g;
/** Stands for a space within an argument, so that a secret of two words remains one. */
const SPACE_INSIDE = '\u0001';

/**
 * The lists of arguments in a line, each as the command line that a shell would take: the rules for commands find
 * their secrets there.
 */
export function argumentLists(line: string): PlainView[] {
  const lists = line.includes('[')
    ? [...line.matchAll(LIST)].map((match) => commandLine(argumentsOf(match[0], match.index)))
    : [];
  const pieces = splitAtZeros(line);
  return pieces.length > 1 ? [...lists, commandLine(pieces)] : lists;
}

interface Argument {
  text: string;
  /** Offset in the line. */
  start: number;
}

function argumentsOf(list: string, start: number): Argument[] {
  return [...list.matchAll(ARGUMENT)].map(({ 0: text, index }) => ({
    text: text.slice(1, -1),
    start: start + index + 1,
  }));
}

function splitAtZeros(line: string): Argument[] {
  const found: Argument[] = [];
  let start = 0;
  for (const { 0: zero, index } of line.matchAll(ZERO)) {
    found.push({ text: line.slice(start, index), start });
    start = index + zero.length;
  }
  return [...found, { text: line.slice(start), start }];
}

function commandLine(list: readonly Argument[]): PlainView {
  const offsets: number[] = [];
  const texts = list.map(({ text, start }) => {
    for (let at = 0; at <= text.length; at += 1) offsets.push(start + at);
    return text.replaceAll(' ', SPACE_INSIDE);
  });
  const at = (offset: number) => offsets[offset] ?? offsets.at(-1) ?? 0;
  return { text: texts.join(' '), at, endAt: (offset) => at(offset - 1) + 1 };
}
