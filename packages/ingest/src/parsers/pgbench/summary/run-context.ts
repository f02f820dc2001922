import type { PgbenchCommand, PgbenchSummary, PgbenchVersion } from './pgbench-log';

/** `pgbench (16.1 (Ubuntu 16.1-1.pgdg22.04+1))`, `pgbench (14.3, server 11.2-YB-2024.2.0.0-b0)` */
const VERSION = /^pgbench \((\d.{0,200})\)$/;
/** What `pgbench --version` prints. */
const VERSION_OPTION = /^pgbench \(PostgreSQL\) (\d.{0,200})$/;
const CPUS = /^(\d{1,6}) CPUs$/;
/** `=== WARMUP ===`, `## Example output` */
const HEADING = /^(?:={2,10} {0,10}(\S.{0,80}?) {0,10}={2,10}|#{1,6} {1,10}(\S.{0,80}))$/;
const COMMAND = /(?:^|[\s(`'"])((?:[^\s`'"]{0,300}\/)?pgbench [^`]{0,2000}?-[^`]{0,2000})/;
/** A load of the tables is not a run. */
const INITIALIZE = / (?:-i|--initialize)(?: |$)/;
const CLIENTS = / (?:-c ?|--client[= ])(\d{1,9})(?= |$)/;
const RATE = / (?:-R ?|--rate[= ])(\d{1,15}(?:\.\d{1,15})?)(?= |$)/;

/** What stands before a summary and belongs to it: version, command line, CPUs, heading. */
export function newRunContext() {
  let lastVersion: PgbenchVersion | null = null;
  let lastCommand: PgbenchCommand | null = null;
  let cores: number | null = null;
  let nextHeading: string | null = null;

  const readCommand = (text: string): boolean => {
    if (!text.includes('pgbench ') || text.startsWith('pgbench: ')) return false;
    const [, command] = COMMAND.exec(text) ?? [];
    if (command === undefined || INITIALIZE.test(command)) return false;
    const [clients, rate] = [CLIENTS.exec(command)?.[1], RATE.exec(command)?.[1]];
    lastCommand = {
      text: command.trim(),
      clients: clients === undefined ? 1 : Number(clients),
      rate: rate === undefined ? null : Number(rate),
    };
    return true;
  };

  return {
    /**
     * @param text one line, without what it was quoted with
     * @returns `started` for a line that pgbench prints when it starts, `read` for any other that was understood
     */
    line(text: string, line: number): 'started' | 'read' | null {
      const version = toVersion(text, line);
      if (version) {
        lastVersion = version;
        return text.startsWith('pgbench (P') ? 'read' : 'started';
      }
      const [, cpus] = CPUS.exec(text) ?? [];
      const [, marked, titled] = HEADING.exec(text) ?? [];
      if (cpus !== undefined) cores = Number(cpus);
      else if (marked !== undefined || titled !== undefined) nextHeading = (marked ?? titled ?? '').trim();
      else return readCommand(text) ? 'read' : null;
      return 'read';
    },

    /** For the summary that begins. A heading is of what follows it, version and command stay until there are others. */
    take(): Pick<PgbenchSummary, 'version' | 'command' | 'cores' | 'heading'> {
      const heading = nextHeading;
      nextHeading = null;
      return { version: lastVersion, command: lastCommand, cores: cores, heading };
    },
  };
}

function toVersion(text: string, line: number): PgbenchVersion | null {
  const found = VERSION.exec(text)?.[1] ?? VERSION_OPTION.exec(text)?.[1];
  if (found === undefined) return null;
  const [client = found, server = null] = found.split(/, server (.*)/s);
  return { text: found, client, server, line };
}
