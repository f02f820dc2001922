import { maskText, maskValues } from '@basecase/ingest';
import {
  type Diagnostic,
  type NormalizedRun,
  type ParsedUpload,
  testOfResult,
  versionSortKey,
} from '@basecase/ingest/model';
import { identityOf, logsOf, type ResultLogs } from './identity';
import { resolveServer } from './resolve-server';
import type { ResultToStore, RunToStore } from './run-to-store';
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
    const sortKey = run.variant.versionKnown
      ? versionSortKey(run.variant.version)
      : `~${run.variant.version}`;
    const stored: RunToStore = {
      identity: identityOf(run, parsed.artifacts, logs),
      label: run.label,
      path: run.path,
      server,
      workload: { ...run.workload, benchmark: run.benchmark, published: null },
      variant: { ...run.variant, sortKey },
      startedAt: run.startedAt,
      notes: run.notes,
      campaign: run.campaign,
      ...(run.facts && { facts: run.facts }),
      ...(run.rounds && { rounds: run.rounds }),
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

function toResults(run: NormalizedRun, logs: ResultLogs): ResultToStore[] {
  return run.results.map((result) => ({
    ...result,
    test: testOfResult(run.benchmark, result),
    log: logs.get(result) ?? null,
  }));
}
