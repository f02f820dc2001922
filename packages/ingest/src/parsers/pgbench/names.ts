import { CUSTOM_TEST, MIXED_TEST, UNKNOWN_TEST } from './about';

/**
 * What `transaction type:` and `SQL script N:` call the builtin scripts: since 9.6 `<builtin: simple update>`, before it
 * `Update only pgbench_accounts` and `SELECT only`.
 */
const BUILTIN: readonly (readonly [words: RegExp, test: string])[] = [
  [/^(?:<builtin: )?TPC-B\b/i, 'tpcb-like'],
  [/^(?:<builtin: simple update>|Update only \S+)/i, 'simple-update'],
  [/^(?:<builtin: )?SELECT only\b/i, 'select-only'],
  [/^Custom query$/, CUSTOM_TEST],
  [/^multiple scripts$/, MIXED_TEST],
];
const EXTENSION = /\.sql$/i;
/** Weights of more scripts than this would make the label too long. */
const MAX_MIX = 12;

/** Name of the test: `tpcb-like`, or the base name of a script without `.sql`. @param type null where no line has it */
export function testOfType(type: string | null): string {
  if (type === null || type === '') return UNKNOWN_TEST;
  const builtin = BUILTIN.find(([words]) => words.test(type));
  return builtin ? builtin[1] : pathParts(type).at(-1) || UNKNOWN_TEST;
}

/** True for a script of a file: pgbench does not know the scale of what it reads then. */
export function isFileScript(type: string | null): boolean {
  return (
    type !== null && type !== '' && !BUILTIN.some(([words, test]) => test !== CUSTOM_TEST && words.test(type))
  );
}

/**
 * Names of scripts that ran together. Scripts with the same base name include their directories:
 * `a/select`, `b/select`; scripts without a name by their numbers.
 */
export function scriptTests(types: readonly string[]): string[] {
  const names = types.map((type, index) => (type === '' ? `script-${index + 1}` : testOfType(type)));
  return names.map((name, index) => {
    const type = types[index] ?? '';
    const same = types.filter((_, other) => names[other] === name);
    if (same.length === 1 || type === '') return name;
    const parts = pathParts(type);
    for (let length = 2; length <= parts.length; length += 1) {
      const longer = parts.slice(-length).join('/');
      if (same.filter((other) => pathParts(other).slice(-length).join('/') === longer).length === 1)
        return longer;
    }
    return `${name}-${index + 1}`;
  });
}

/** `select-only@1, insert@6`: a script of one mix is not comparable with the same script of another one. */
export function mixLabel(tests: readonly string[], weights: readonly (number | undefined)[]): string {
  const words = tests.map((test, index) => `${test}@${weights[index] ?? '?'}`);
  const more = words.length > MAX_MIX ? ` and ${words.length - MAX_MIX} more` : '';
  return `mix of ${words.slice(0, MAX_MIX).join(', ')}${more}`;
}

function pathParts(type: string): string[] {
  return type
    .replace(EXTENSION, '')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.');
}
