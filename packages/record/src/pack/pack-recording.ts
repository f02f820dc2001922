import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Round } from '../journal/parse-journal';
import { labelOf, type Plan, type PlanTest, testKey, type Variant } from '../plan/plan';
import { roundName, runNameOf, tarballNames, testTailOf } from '../plan/run-name';
import { logKinds, OUTPUT_KIND } from '../tools/log-kinds';
import { parseThroughput } from '../tools/parse-throughput';
import { logPrefix } from '../tools/run-tool';
import { describeRecording, type RecordingFacts } from './describe-recording';
import { packDirectory } from './pack-directory';

/**
 * Writes one tarball for each variant that has at least one slice.
 *
 * @param logsOf directory of the logs of a variant
 * @param directory of the tarballs
 * @returns their paths
 */
export async function packRecording(
  recording: RecordingFacts,
  { logsOf, directory }: { logsOf: (variant: Variant) => string; directory: string },
): Promise<string[]> {
  const { plan } = recording;
  const rounds = await Promise.all(recording.rounds.map((round) => checkLogs(round, plan, logsOf)));
  const checked = { ...recording, rounds };
  const names = tarballNames(plan);
  const packed: string[] = [];
  for (const [index, variant] of plan.variants.entries()) {
    const hasSlices = rounds.some(({ slices }) => slices.some((slice) => slice.variant === labelOf(variant)));
    if (!hasSlices) continue;
    const logs = logsOf(variant);
    await removeUnfinished(logs, rounds.length);
    const text = variant.settings && 'text' in variant.settings ? variant.settings.text : null;
    if (text !== null) await writeFile(join(logs, `conf.diff.c${variant.config}`), text);
    const description = describeRecording(checked, variant);
    await writeFile(join(logs, 'basecase.json'), toText(description));
    const tarball = join(directory, names[index] ?? `${runNameOf(variant)}.tar.gz`);
    await packDirectory(logs, tarball, new Date(recording.startedAt));
    packed.push(tarball);
  }
  return packed;
}

/** JSON with lists of words on one line: an order of many rounds would be many pages. */
function toText(description: object): string {
  const text = JSON.stringify(description, null, 2);
  return `${text.replaceAll(/\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]/g, (_, words: string) => `[${words.replaceAll(/,\s+/g, ', ')}]`)}\n`;
}

/** Directories of rounds that are not whole: the recorder was ended in the middle of one. */
async function removeUnfinished(logs: string, rounds: number): Promise<void> {
  const whole = new Set(Array.from({ length: rounds }, (_, index) => roundName(index + 1)));
  for (const name of await readdir(logs)) {
    if (/^round\d+$/.test(name) && !whole.has(name)) await rm(join(logs, name), { recursive: true });
  }
}

/**
 * A log that does not say what the journal says was damaged after it was written, by a crash of the machine: its slice does
 * not count, and its files go.
 */
async function checkLogs(round: Round, plan: Plan, logsOf: (variant: Variant) => string): Promise<Round> {
  const slices: Round['slices'] = [];
  const lost = [...round.lost];
  for (const slice of round.slices) {
    const test = plan.tests.find((one) => testKey(one) === slice.test);
    const variant = plan.variants.find((one) => labelOf(one) === slice.variant);
    if (!test || !variant) continue;
    const directory = join(logsOf(variant), roundName(round.round), runNameOf(variant));
    const file = (kind: string) =>
      join(directory, `${logPrefix(test)}.${kind}.${testTailOf(test, plan.clients)}`);
    if ((await readThroughput(file(OUTPUT_KIND), test)) === slice.throughput) {
      slices.push(slice);
      continue;
    }
    for (const kind of logKinds(plan.monitors)) await rm(file(kind), { force: true });
    const { at, test: key, variant: label } = slice;
    const reason = 'its log was damaged after it was written';
    lost.push({ type: 'lost', at, round: round.round, test: key, variant: label, reason });
  }
  return { ...round, slices, lost };
}

async function readThroughput(file: string, test: PlanTest): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return parseThroughput(text, test);
}
