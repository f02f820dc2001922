import {
  askOf,
  distinguishingText,
  fullPath,
  type NamedResult,
  type Relation,
  relateResults,
} from '@basecase/ingest';
import {
  type Diagnostic,
  type IdentityQuestion,
  type NormalizedRun,
  type ParsedUpload,
  testLabel,
} from '@basecase/ingest/model';
import { ADVISORY } from '../advisory-locks';
import type { Queries } from '../rows';
import { findServerId } from './dimensions';
import { logsOf } from './identity';
import { type AskedRun, listStoredResults, type StoredResult } from './results-of-cell';
import { applySettings } from './settings';
import { resolveServer, type UploaderSays } from './to-store';
import { countCodes } from './upload-contents';

type UploadOfRuns = UploaderSays & { sha256: string };

/** A run of an upload that is not stored yet. */
interface IncomingRun extends AskedRun {
  /** Name of its upload, and of the directories above that. */
  root: string;
  above: string | null;
}

/**
 * Keeps runs apart from those of other uploads in the same cell, unless their names, dates or command lines speak for
 * repeats: the directories of an archive, sent one by one, stay as separate as in the archive. The sender is asked.
 *
 * @param upload sha256: results of an upload with the same bytes are those of an earlier reading
 * @returns the upload with the words that distinguish its runs in their configs, and with the questions
 * @throws SettingError for an unknown setting
 */
export async function keepApartFromStored(
  client: Queries,
  parsed: ParsedUpload,
  upload: UploadOfRuns,
): Promise<ParsedUpload> {
  const { settings } = upload;
  // The sender has declared repeats, or named the config.
  if (settings['unknown'] === 'repeats' || settings['config'] !== undefined) return parsed;
  const settled = applySettings(parsed.runs, settings);
  const logs = logsOf(settled, parsed.artifacts);
  const { rootLabel: root, above = null } = parsed.firstReading;
  const asked = await placed(
    client,
    settled.map((run) => ({
      ...{ run, root, above },
      logs: run.results.flatMap((result) => logs.get(result) ?? []),
    })),
    upload,
  );
  const apart = await keepApart(client, asked, upload.sha256);
  const questions = new Map<string, IdentityQuestion>();
  const runs = parsed.runs.map((read, index) => {
    const own = apart.get(settled[index] ?? read);
    if (!own) return read;
    // One question for each directory that differs, about the cell that comes first.
    if (!questions.has(own.words)) questions.set(own.words, own.question);
    return withWords(read, own.words);
  });
  if (questions.size === 0) return parsed;
  const open = [...questions.values()];
  const diagnostics = [...questions].map(([words, question]) => noteOf(question, words));
  return {
    ...parsed,
    runs,
    questions: [...parsed.questions, ...open],
    diagnostics: [...parsed.diagnostics, ...diagnostics],
    diagnosticCounts: countCodes(diagnostics, parsed.diagnosticCounts),
  };
}

/** Makes imports for one server wait for each other until the transaction ends: each sees the cells of the others. */
export async function lockCells(
  client: Queries,
  { runs }: Pick<ParsedUpload, 'runs'>,
  { server, settings }: UploaderSays,
): Promise<void> {
  const settled = applySettings(runs, settings).filter(canShareCell);
  const names = settled.map((run) => resolveServer(run, server).server.name.toLowerCase());
  for (const name of [...new Set(names)].sort())
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY.cells, name]);
}

/** Runs of tables and of builds say themselves what they are; so do a recording, and named runs with a date. */
function canShareCell({ isSummary, variant, identity, startedAt, campaign, rounds }: NormalizedRun): boolean {
  if (isSummary || variant.build) return false;
  return identity !== undefined || (startedAt === null && campaign === null && rounds === undefined);
}

/** Runs that can share a cell with stored ones; those of a new server can't. */
async function placed(
  client: Queries,
  runs: readonly Omit<IncomingRun, 'serverId'>[],
  { server }: UploadOfRuns,
): Promise<IncomingRun[]> {
  const ids = new Map<string, number | null>();
  const found: IncomingRun[] = [];
  for (const incoming of runs) {
    if (!canShareCell(incoming.run)) continue;
    const { name } = resolveServer(incoming.run, server).server;
    if (!ids.has(name)) ids.set(name, await findServerId(client, name));
    const serverId = ids.get(name) ?? null;
    if (serverId !== null) found.push({ ...incoming, serverId });
  }
  return found;
}

/** @returns by run: the words that keep it apart, and the question about it; without those that nothing is in the way of */
async function keepApart(
  client: Queries,
  incoming: readonly IncomingRun[],
  sha256: string,
): Promise<Map<NormalizedRun, { words: string; question: IdentityQuestion }>> {
  const conflictsOf = async (runs: readonly IncomingRun[]) => {
    const stored = runs.length === 0 ? [] : await listStoredResults(client, runs, sha256);
    return runs.map((run, index) => findConflicts(run, stored[index] ?? []));
  };
  const first = await conflictsOf(incoming);
  const apart = incoming.flatMap((own, index) => {
    const found = first[index];
    return found ? [{ own, ...found, question: questionOf(own, found.conflicts) }] : [];
  });
  const named = apart.filter(({ words }) => words !== '');
  const again = await conflictsOf(
    named.map(({ own, words }) => ({ ...own, run: withWords(own.run, words) })),
  );
  const free = new Set(named.filter((_, index) => !again[index]));
  const unique = `upload ${sha256.slice(0, 6)}`;
  return new Map(
    apart.map((each) => {
      const words = free.has(each) ? each.words : `${each.words} ${unique}`.trim();
      return [each.own.run, { words, question: each.question }];
    }),
  );
}

/** Stored results that would share a cell or a column of unknown meaning with a run; null: none. */
function findConflicts(
  { run, root, above }: IncomingRun,
  stored: readonly StoredResult[],
): { words: string; conflicts: StoredResult[] } | null {
  const own = namesOf(run, { root, above });
  const [first] = own;
  if (!first) return null;
  const related = stored.map((other) => {
    const shared = other.isSameWorkload ? own.filter((named) => cellOf(named) === cellOf(other)) : [];
    const relation = relationOf(shared.map((named) => relateResults(named, other)));
    // Without a shared cell, other words make it another column, as they do in one archive.
    const isOther = !first.isNamed && !other.isNamed && relateResults(first, other) === 'apart';
    return { other, cell: shared.length > 0 ? cellOf(other) : null, relation: isOther ? 'apart' : relation };
  });
  // Of the repeats in a cell one is enough to tell that the run is a repeat as well.
  const repeated = new Set(related.filter(({ relation }) => relation === 'repeats').map(({ cell }) => cell));
  const conflicts = related.filter(
    ({ relation, cell }) =>
      relation === 'unknown' || (relation === 'apart' && (cell === null || !repeated.has(cell))),
  );
  if (conflicts.length === 0) return null;
  const apart = conflicts.filter(({ relation }) => relation === 'apart').map(({ other }) => other);
  const sharing = conflicts.filter(({ cell }) => cell !== null);
  return {
    words: apart.length > 0 ? distinguishingText(first, apart) : '',
    conflicts: (sharing.length > 0 ? sharing : conflicts).map(({ other }) => other),
  };
}

/** Of results with one name, one of unknown relation is enough to doubt the others. */
function relationOf(relations: readonly Relation[]): Relation | null {
  const named = relations.filter((relation) => relation !== 'apart');
  if (named.length === 0) return relations[0] ?? null;
  return named.includes('unknown') ? 'unknown' : 'repeats';
}

function cellOf({ result: { test, range, clients } }: NamedResult): string {
  return JSON.stringify([test, range, clients]);
}

function namesOf(run: NormalizedRun, place: Pick<NamedResult, 'root' | 'above'>): NamedResult[] {
  const { path: directory, identity, startedAt } = run;
  return run.results.map((result) => {
    const measured = result.measurements.find(({ metric }) => metric === 'throughput');
    const file = (measured ?? result.measurements[0])?.file ?? directory;
    return { ...place, file, directory, isNamed: identity === undefined, startedAt, result, run };
  });
}

function withWords(run: NormalizedRun, words: string): NormalizedRun {
  const all = [...(run.variant.config?.split(' ') ?? []), ...words.split(' ')];
  const found = {
    field: 'config',
    value: words,
    source: 'path',
    confidence: 'unknown',
    at: run.path,
  } as const;
  return {
    ...run,
    variant: { ...run.variant, config: [...new Set(all)].join(' ') },
    ...(run.identity && { identity: [...run.identity, found] }),
  };
}

/** About the first cell that is shared, with the paths as in one archive. */
function questionOf({ run, root }: IncomingRun, conflicts: readonly StoredResult[]): IdentityQuestion {
  const [first] = conflicts;
  const shared = run.results.filter(
    (result) => first && cellOf(first) === JSON.stringify([result.test, result.range, result.clients]),
  );
  const own = (shared.length > 0 ? shared : run.results.slice(0, 1)).map((result) => ({
    path: fullPath(root, result.measurements[0]?.file ?? run.path),
    result,
  }));
  const others = conflicts.filter((other) => first && cellOf(other) === cellOf(first));
  return askOf([
    ...own,
    ...others.map(({ file, root: other, result, measurements }) => ({
      path: fullPath(other, file),
      result: { ...result, measurements },
    })),
  ]);
}

/** The excerpt has the stored paths, which patterns are proposed from. */
function noteOf({ text, test, files }: IdentityQuestion, words: string): Diagnostic {
  const [own, ...stored] = files;
  const more = stored.length > 1 ? ` and ${stored.length - 1} more` : '';
  const message = `${testLabel(test, null)}: ${text} Stored: ${stored[0]}${more}. This upload is kept apart as "${words}". A layout, a config or --repeats names the relation.`;
  return {
    code: 'IDENTITY_UNKNOWN',
    severity: 'info',
    file: own ?? null,
    line: null,
    message,
    excerpt: stored.join('\n'),
  };
}
