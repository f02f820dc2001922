import { mergeProfiles } from '@basecase/analysis';
import type { Profile } from '@basecase/ingest/model';
import type { BlobStore } from '../../blobs/blob-store';
import type { Database } from '../../database';
import type { CellProfile, UnusedFile, WhyFile } from '../../types';
import type { CellAddress } from '../get-cell-evidence';
import { listProfileFiles } from './list-profile-files';
import { listTestRuns } from './list-test-runs';
import { readStored, type StoredArtifact } from './read-stored';

/** Files that are added up: a profiler that ran every minute of a long test leaves dozens. */
const MAX_FILES = 8;
/** Frames with less of all samples are a pixel or two wide. */
const MIN_SHARE = 0.002;
/** Events that count time, the best first; of what counts other things, as cache misses, µs would be wrong. */
const TIME_EVENTS = ['cycles', 'cpu-cycles', 'cpu-clock', 'task-clock'];

/**
 * Where the CPU time of a cell went, by stack: the flame graphs and folded stacks of its newest run that has some, read
 * from the blob store now, and added up.
 */
export async function getCellProfile(
  database: Database,
  blobs: BlobStore,
  cell: CellAddress,
): Promise<CellProfile> {
  for (const run of await listTestRuns(database, cell)) {
    const { files: listed, removed } = await listProfileFiles(database, run, cell);
    const found = chooseFiles(listed);
    if (found.length === 0) continue;
    const { cpuMicros } = run;
    const runId = String(run.runId);
    if (removed !== null) return { runId, cpuMicros, profile: null, files: [], unused: [], removed };
    const profiles: Profile[] = [];
    const files: WhyFile[] = [];
    const unused: UnusedFile[] = [];
    for (const file of found.slice(0, MAX_FILES)) {
      const from = { artifactId: String(file.id), file: file.path };
      const read = await readStored(blobs, file);
      if ('reason' in read) unused.push({ ...from, reason: read.reason });
      else if (!read.profile) unused.push({ ...from, reason: 'no frame with samples was found in it' });
      else {
        profiles.push(read.profile);
        files.push(from);
      }
    }
    for (const file of found.slice(MAX_FILES)) {
      unused.push({ artifactId: String(file.id), file: file.path, reason: `only ${MAX_FILES} are added up` });
    }
    return {
      runId,
      cpuMicros,
      profile: mergeProfiles(profiles, MIN_SHARE),
      files,
      unused,
    };
  }
  return { runId: null, cpuMicros: null, profile: null, files: [], unused: [] };
}

/** Those of the best event; where one file holds all samples of the test, as `….all.svg` does, that one alone. */
function chooseFiles(files: readonly StoredArtifact[]): StoredArtifact[] {
  const [first] = files.toSorted((a, b) => eventRank(a) - eventRank(b));
  const chosen = files.filter(({ path }) => first && eventOf(path) === eventOf(first.path));
  const whole = chosen.find(({ path }) => /\.all\.(?:svg|folded)(?:\.gz)?$/.test(path));
  return whole ? [whole] : chosen;
}

/** A name without an event counts as the best: profilers sample time unless they are asked for something else. */
function eventRank({ path }: StoredArtifact): number {
  const event = eventOf(path);
  if (event === null) return 0;
  return TIME_EVENTS.includes(event) ? TIME_EVENTS.indexOf(event) : TIME_EVENTS.length;
}

/** `cycles` in `sb.perf.g.cycles.read-only.range10.pk1.2.svg`; null where the name has none. */
function eventOf(path: string): string | null {
  return /\bperf\.g\.([\w:-]+)\./.exec(path)?.[1] ?? null;
}
