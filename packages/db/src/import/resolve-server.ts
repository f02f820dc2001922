import type { Diagnostic, NormalizedRun, Server } from '@basecase/ingest/model';

/** Server class at the end of a config name: `z12a_c8r32` was made for 8 cores and 32 GB. */
const SERVER_CLASS = /(?:^|_)(c(\d+)r\d+)$/;

/**
 * Which server a run belongs to: basecase.json says it, else the uploader says it, else it is guessed from the core
 * count in the logs and the server class in the config name (`8-core c8r32`).
 *
 * @param named server name given by the uploader, null when none was given
 * @returns the server, and what the reader should know about how it was found
 */
export function resolveServer(
  run: NormalizedRun,
  named: string | null,
): { server: Server; diagnostics: Diagnostic[] } {
  if (run.server) {
    const ignored = named !== null && named.toLowerCase() !== run.server.name.toLowerCase();
    return {
      server: { ...run.server, cores: run.server.cores ?? run.cores },
      diagnostics: ignored ? [ignoredName(run, { named, manifest: run.server.name })] : [],
    };
  }
  const unknown = { cpu: null, memoryBytes: null, storage: null, os: null };
  if (named) return { server: { name: named, cores: run.cores, ...unknown }, diagnostics: [] };
  const found = SERVER_CLASS.exec(run.variant.config ?? '');
  const serverClass = found?.[1] ?? null;
  const cores = run.cores ?? (found?.[2] ? Number(found[2]) || null : null);
  const parts = [cores === null ? null : `${cores}-core`, serverClass].filter((part) => part !== null);
  const name = parts.length > 0 ? parts.join(' ') : 'unnamed server';
  return { server: { name, cores, ...unknown }, diagnostics: [guessedName(run, name)] };
}

function guessedName(run: NormalizedRun, name: string): Diagnostic {
  return {
    code: 'SERVER_GUESSED',
    severity: 'warning',
    file: run.path,
    line: null,
    message: `No server was named; it is called "${name}" here. Name it with --server NAME or in basecase.json.`,
    excerpt: null,
  };
}

function ignoredName(run: NormalizedRun, names: { named: string; manifest: string }): Diagnostic {
  return {
    code: 'VALUES_DISAGREE',
    severity: 'warning',
    file: run.path,
    line: null,
    message: `basecase.json says the server is "${names.manifest}", so the given name "${names.named}" was not used.`,
    excerpt: null,
  };
}
