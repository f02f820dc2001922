import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { resumeRecording } from '../journal/recording-directory';
import { packDirectory } from '../pack/pack-directory';
import { labelOf, type Plan, type PlanTest, planSchema, type Variant } from '../plan/plan';
import { type RecordOptions, record } from '../record';
import { RecordError } from '../record-error';

/** Names of the builds and tests that a server may ask for. */
export interface Menu {
  builds: string[];
  /** `read-only`, and `read-only:10` for one of its ranges. */
  tests: string[];
}

/** The names in a plan of `basecase record`. */
export function menuOf({ variants, tests }: Plan): Menu {
  return { builds: variants.map(labelOf), tests: [...new Set(tests.flatMap(namesOf))] };
}

function namesOf({ name, range }: PlanTest): string[] {
  return [name, `${name}:${range}`];
}

/**
 * The part of a plan that a server asks for: names only, so nothing that runs here comes from the server.
 *
 * @param asked builds: the first is the base; tests: empty for all; rounds of one session
 * @returns null when the plan lacks one of the names
 * @throws RecordError PLAN_INVALID for what cannot be recorded, e.g. a duet of three builds
 */
export function pickPlan(plan: Plan, { builds, tests, rounds }: Menu & { rounds: number }): Plan | null {
  const variants = builds.map((build) => plan.variants.find((one) => labelOf(one) === build));
  const known = new Set(menuOf(plan).tests);
  if (variants.includes(undefined) || !tests.every((test) => known.has(test))) return null;
  // A drawn seed: sessions in the same order would repeat the effects of the order.
  const { seed: _, ...rest } = plan;
  const parsed = planSchema.safeParse({
    ...rest,
    variants: variants as Variant[],
    tests: plan.tests.filter(
      (test) => tests.length === 0 || namesOf(test).some((name) => tests.includes(name)),
    ),
    rounds: { ...plan.rounds, least: rounds, most: rounds },
  });
  if (parsed.success) return parsed.data;
  throw new RecordError('PLAN_INVALID', parsed.error.issues[0]?.message ?? 'not a plan');
}

interface SessionOptions extends Pick<RecordOptions, 'env' | 'signal' | 'onEvent'> {
  plan: Plan;
  /** Of this session. It is continued when a killed recorder left it. */
  directory: string;
  /** Where servers keep their data; null: in the directory. */
  dataDirectory: string | null;
}

/** The file that a finished session is. */
export const SESSION_FILE = 'session.tar.gz';

/**
 * Records a session of a plan, or continues it. Killed at any moment and called again, it loses at most the round that
 * was measured.
 *
 * @returns path of a tarball that has the tarballs of all builds: what is accepted of a session is accepted as a whole
 * @throws RecordError when it can't be done, or a build could not be measured; the reason of an aborted signal
 */
export async function recordSession(options: SessionOptions): Promise<string> {
  const { plan, directory, dataDirectory, signal } = options;
  const file = join(directory, SESSION_FILE);
  if (existsSync(file)) return file;
  const recording = join(directory, 'recording');
  await mkdir(recording, { recursive: true });
  let tarballs = await tarballsIn(recording);
  // Without its logs it was complete.
  if (tarballs.length === 0 || existsSync(join(recording, 'logs'))) {
    const isBegun = existsSync(join(recording, 'journal.ndjson'));
    const common = { ...options, minutes: null, isCalibrated: false, confirm: async () => true };
    const begin = () => record({ ...common, what: { plan, directory: recording, dataDirectory } });
    const ended = isBegun
      ? await record({ ...common, what: { resume: recording } }).catch(async (error: unknown) => {
          if (!(error instanceof RecordError) || error.code !== 'NOT_RESUMABLE') throw error;
          // Killed as it began: there is no line in its journal.
          await rm(recording, { recursive: true, force: true });
          return begin();
        })
      : await begin();
    if (ended.why === 'stopped') signal.throwIfAborted();
    const [failure] = ended.failures.filter(({ test }) => test === null);
    if (failure)
      throw new RecordError('NOTHING_MEASURED', `${failure.variant} was given up: ${failure.reason}`);
    tarballs = await tarballsIn(recording);
    if (tarballs.length === 0) {
      const [lost] = ended.rounds.flatMap((round) => round.lost);
      const why = lost ? `: ${lost.variant}, ${lost.test}: ${lost.reason}` : '';
      throw new RecordError('NOTHING_MEASURED', `nothing could be measured${why}`);
    }
  }
  const packed = join(directory, 'packed');
  await rm(packed, { recursive: true, force: true });
  await mkdir(packed);
  for (const name of tarballs) await cp(join(recording, name), join(packed, name));
  const part = `${packed}.tar.gz`;
  await packDirectory(packed, part, new Date(0));
  await rename(part, file);
  return file;
}

async function tarballsIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.tar.gz')).sort();
}

/** Removes a session, with processes and data that a killed recorder left. */
export async function removeSession(directory: string): Promise<void> {
  const recording = join(directory, 'recording');
  if (existsSync(join(recording, 'journal.ndjson'))) {
    // One that was killed as it began, or was complete, has nothing running.
    await resumeRecording(recording).then(
      (left) => left.close('nothing'),
      () => {},
    );
  }
  await rm(directory, { recursive: true, force: true });
}
