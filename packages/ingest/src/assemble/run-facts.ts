import type { Manifest } from '../manifest/manifest';
import { RUN_CONDITIONS, RUN_FACTS, type RunFacts } from '../model/build';
import type { NormalizedRun } from '../model/run';
import { type LocatedLog, logsOfType } from '../parsers/family';
import type { IostatLog } from '../parsers/host/iostat/iostat-log';

/** Release of the kernel by the path of the iostat log that has it. */
export type Kernels = ReadonlyMap<string, string>;

/** Longest text of a fact, as in basecase.json. */
const MAX_FACT = 200;

export function kernelsOf(logs: readonly LocatedLog[]): Kernels {
  return new Map(
    logsOfType<IostatLog>(logs, 'iostat').flatMap(({ path, log }) =>
      log.kernel === null ? [] : [[path, log.kernel] as const],
    ),
  );
}

/**
 * What an upload says of machine and compiler at the time of a run: basecase.json first, then the logs of the run, where all
 * of them say the same, then what is known of its server. Undefined when nothing is known.
 */
export function factsOf(
  run: NormalizedRun,
  manifest: Manifest | null,
  kernels: Kernels,
): RunFacts | undefined {
  const { server, results } = run;
  const files = new Set(results.flatMap(({ measurements }) => measurements.map(({ file }) => file)));
  const read: RunFacts = {
    ...known('kernel', onlyOne([...files].map((file) => kernels.get(file))) ?? kernelOf(server?.os)),
    ...known('tool', onlyOne(results.map(({ tool }) => tool))),
    ...known('cpu', server?.cpu),
    ...known('storage', server?.storage),
    ...known('os', server?.os),
  };
  const said = manifest?.facts ?? {};
  const all = Object.assign(
    {},
    ...[...RUN_FACTS, ...RUN_CONDITIONS].map((fact) => known(fact, said[fact] ?? read[fact])),
  ) as RunFacts;
  return Object.keys(all).length === 0 ? undefined : all;
}

function known(fact: keyof RunFacts, text: string | null | undefined): RunFacts {
  return text ? { [fact]: text.slice(0, MAX_FACT) } : {};
}

/** The value that all who say one say; undefined where they differ. */
function onlyOne(values: readonly (string | null | undefined)[]): string | undefined {
  const [first, ...others] = new Set(values.filter((value) => typeof value === 'string'));
  return others.length === 0 ? first : undefined;
}

/** `6.8.0-60-generic` of `Linux 6.8.0-60-generic`. */
function kernelOf(os: string | null | undefined): string | undefined {
  return /\bLinux (?:version )?(\d+\.\d+[\w.+~-]*)/.exec(os ?? '')?.[1];
}
