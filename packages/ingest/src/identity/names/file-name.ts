/** What the name of a file in a run directory says. */
export interface FileName {
  /** `o`, `vm`, `io`, `met`, `ps`, `r.qps`, ... */
  kind: string;
  /** True for files of the load step: `sb.prepare.*`. */
  prepare: boolean;
  /** May hold dots: `scan.warmpre`. */
  test: string;
  range: number | null;
  primaryKey: boolean | null;
  /** dop = client threads; null for files that cover all concurrencies. */
  clients: number | null;
}

/**
 * `<kind>.<test>.range<R>.pk<P>.dop<N>` after the tool, read from the right because a test may hold dots. More digits than a number
 * can have stay in the name of the test.
 */
const TAIL = /^(.+?)(?:\.range(\d{1,15}))?(?:\.pk([01]))?(?:\.dop(\d{1,15}))?$/;
const HEAD = /^(prepare\.)?(r\.[a-z0-9]+|[a-z]+)\.([a-z0-9][\w.-]*)$/;
/** Logs of the vacuum step match `sb.o.*` but hold no sysbench output. */
const VACUUM = /^(?:my|pg)vac(?:\.|$)/;

/**
 * What the name of a log of sysbench's run scripts says.
 *
 * @param name last part of a path, `.gz` removed
 * @returns null when the name does not follow the convention
 */
export function parseFileName(name: string): FileName | null {
  // Parsers ask one after the other for the name of the same file.
  if (name !== latest.name) latest = { name, parsed: parseAfter('sb.', name) };
  return latest.parsed;
}

let latest: { name: string; parsed: FileName | null } = { name: '', parsed: null };

/** The same of logs that were recorded of pgbench: `pgbench.o.<test>.range<R>.pk<P>.dop<N>`. */
export function parsePgbenchFileName(name: string): FileName | null {
  return parseAfter('pgbench.', name);
}

function parseAfter(tool: string, name: string): FileName | null {
  if (!name.startsWith(tool)) return null;
  const tail = TAIL.exec(name.slice(tool.length));
  const head = HEAD.exec(tail?.[1] ?? '');
  if (!tail || !head) return null;
  const [, , range, primaryKey, clients] = tail;
  const [, prepare, kind = '', test = ''] = head;
  if (range === undefined && primaryKey === undefined && clients === undefined) return null;
  if (VACUUM.test(test)) return null;
  return {
    kind,
    prepare: prepare !== undefined,
    test,
    range: range === undefined ? null : Number(range),
    primaryKey: primaryKey === undefined ? null : primaryKey === '1',
    clients: clients === undefined ? null : Number(clients),
  };
}

/** `o`, `vm`, `io`, `met`, ... when the name follows the convention, also in the load step; else null. */
export function hintedKind(name: string): string | null {
  return (parseFileName(name) ?? parsePgbenchFileName(name))?.kind ?? null;
}

/** True for names of sysbench's output: `sb.o.<test>.range<R>...`, not of the load step. */
export function isTestLogName(name: string): boolean {
  const parsed = parseFileName(name);
  return parsed?.kind === 'o' && !parsed.prepare;
}

/** True for names of recorded output of pgbench: `pgbench.o.<test>.range<R>...`. */
export function isPgbenchLogName(name: string): boolean {
  return parsePgbenchFileName(name)?.kind === 'o';
}
