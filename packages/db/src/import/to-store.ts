import { maskText, maskValues, serverClassOf } from '@basecase/ingest';
import {
  type Diagnostic,
  guessedName,
  type IdentityField,
  type NormalizedRun,
  type ParsedUpload,
  testOfResult,
  versionSortKey,
} from '@basecase/ingest/model';
import type { CorrectionField } from '../types/corrections';
import { identityOf, logsOf, type ResultLogs } from './identity';
import {
  type ResultToStore,
  type RunToStore,
  type ServerToStore,
  type WorkloadToStore,
  warningOf,
} from './run-to-store';
import { applySettings } from './settings';

/** What the uploader said about an upload. */
export interface UploaderSays {
  server: string | null;
  settings: Readonly<Record<string, string>>;
}

/** The same with secrets in names and values masked: notes are text, and text is pasted. */
export function maskSays<T extends UploaderSays>(says: T): T {
  return {
    ...says,
    server: says.server === null ? null : maskText(says.server),
    settings: maskValues(says.settings),
  };
}

/**
 * Parsed runs as they are stored: names resolved, settings applied, identities computed.
 *
 * @throws SettingError for an unknown setting
 */
export function toStore(
  parsed: ParsedUpload,
  says: UploaderSays,
): { runs: RunToStore[]; diagnostics: Diagnostic[] } {
  const runs = applySettings(parsed.runs, says.settings);
  const logs = logsOf(runs, parsed.artifacts);
  const resolved = runs.map((run) => {
    const { server, diagnostics } = resolveServer(run, says.server);
    const sortKey = versionSortKey(run.variant.version, run.variant.versionKnown);
    const stored: RunToStore = {
      identity: identityOf(run, parsed.artifacts, logs),
      label: run.label,
      path: run.path,
      server,
      workload: workloadOf(run),
      variant: { ...run.variant, sortKey },
      startedAt: run.startedAt,
      notes: run.notes,
      campaign: run.campaign,
      said: saidFields(run, says.server !== null && server.name === says.server, says.settings),
      hasLayout: run.identity?.some(({ source }) => source === 'layout') ?? false,
      ...(run.facts && { facts: run.facts }),
      ...(run.rounds && { rounds: run.rounds }),
      ...(run.identity && { sources: run.identity }),
      results: toResults(run, logs),
      isSummary: run.isSummary,
    };
    return { stored, diagnostics };
  });
  return {
    runs: resolved.map(({ stored }) => stored),
    diagnostics: resolved.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Fields of corrections by what is determined of a run. */
const FIELD_OF: Partial<Record<IdentityField, CorrectionField>> = {
  product: 'product',
  version: 'version',
  flavour: 'flavour',
  config: 'config',
  server: 'server',
  workload: 'label',
};

/** Settings that say a field of a run. */
const SET_FIELDS = ['product', 'version', 'flavour', 'config', 'cached', 'label', 'startedAt'] as const;

function saidFields(
  { identity = [] }: NormalizedRun,
  isServerNamed: boolean,
  settings: UploaderSays['settings'],
): CorrectionField[] {
  const said = identity.filter(({ source }) => source === 'manifest' || source === 'layout');
  const fields = said.flatMap(({ field }) => FIELD_OF[field] ?? []);
  const set = SET_FIELDS.filter((field) => settings[field] !== undefined);
  return [...new Set<CorrectionField>([...(isServerNamed ? (['server'] as const) : []), ...fields, ...set])];
}

/** Fields that the sender says otherwise than the last time with the same bytes. */
export function saidAnew(before: UploaderSays, now: UploaderSays): Set<CorrectionField> {
  const set = SET_FIELDS.filter((field) => now.settings[field] !== before.settings[field]);
  return new Set<CorrectionField>(now.server === before.server ? set : ['server', ...set]);
}

/** A table of ratios is a separate workload, like a published one. */
function workloadOf({ benchmark, workload: { ratiosTo, ...workload } }: NormalizedRun): WorkloadToStore {
  return {
    ...{ ...workload, benchmark },
    published: ratiosTo ? { title: ratiosTo.table, base: ratiosTo.base } : null,
  };
}

function toResults(run: NormalizedRun, logs: ResultLogs): ResultToStore[] {
  return run.results.map((result) => ({
    ...result,
    test: testOfResult(run.benchmark, result),
    log: logs.get(result) ?? null,
  }));
}

/**
 * Which server a run belongs to: named by basecase.json, else by the sender, else by names of files or logs, else it is
 * guessed from the core count in the logs and the server class in the config name (`8-core c8r32`). Unknown facts are
 * those of the server class.
 *
 * @param named server name given by the sender, null when none was given
 * @returns the server, and what the reader should know about how it was found
 */
export function resolveServer(
  run: NormalizedRun,
  named: string | null,
): { server: ServerToStore; diagnostics: Diagnostic[] } {
  const { server: said, isServerRead = false } = run;
  const made = serverClassOf(run.variant.config);
  const [cores, memoryBytes] = [said?.cores ?? run.cores, said?.memoryBytes ?? null];
  const facts: Omit<ServerToStore, 'name'> = {
    cores: cores ?? made?.cores ?? null,
    cpu: said?.cpu ?? null,
    memoryBytes: memoryBytes ?? made?.memoryBytes ?? null,
    storage: said?.storage ?? null,
    os: said?.os ?? null,
    kind: said?.kind ?? null,
    fromClass: [
      ...(cores === null && made?.cores ? (['cores'] as const) : []),
      ...(memoryBytes === null && made?.memoryBytes ? (['memoryBytes'] as const) : []),
    ],
  };
  if (said && (named === null || !isServerRead)) {
    const ignored = named !== null && named.toLowerCase() !== said.name.toLowerCase();
    return {
      server: { ...facts, name: said.name },
      diagnostics: ignored
        ? [
            warningOf(
              run,
              'VALUES_DISAGREE',
              `basecase.json says the server is "${said.name}", so the given name "${named}" was not used. Correct the server of the upload if that is wrong.`,
            ),
          ]
        : [],
    };
  }
  if (named !== null) return { server: { ...facts, name: named }, diagnostics: [] };
  const name = guessedName(facts.cores, made?.name ?? null);
  const message = `No server was named; it is called "${name}" here. Name it with --server NAME or in basecase.json.`;
  return { server: { ...facts, name }, diagnostics: [warningOf(run, 'SERVER_GUESSED', message)] };
}
