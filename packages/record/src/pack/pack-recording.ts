import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Round } from '../journal/parse-journal';
import { labelOf, type Plan, type PlanTest, settingsTextOf, testKey, type Variant } from '../plan/plan';
import { logNameOf, roundName, runNameOf, tarballNames } from '../plan/run-name';
import { logKinds, OUTPUT_KIND } from '../tools/log-kinds';
import { MONITOR_KINDS } from '../tools/monitors';
import { parseThroughput } from '../tools/parse-throughput';
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
    if (plan.slim) await slimLogs(logs);
    const text = settingsTextOf(variant);
    if (text !== undefined) await writeFile(join(logs, `conf.diff.c${variant.config}`), text);
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

/** Rewrites the logs of iostat, each whole or not at all. */
async function slimLogs(logs: string): Promise<void> {
  for (const name of await readdir(logs, { recursive: true })) {
    if (!basename(name).includes(`.${MONITOR_KINDS.iostat}.`)) continue;
    const file = join(logs, name);
    await writeFile(`${file}.part`, slimIostat(await readFile(file, 'utf8')));
    await rename(`${file}.part`, file);
  }
}

/** Directories of rounds that are not whole: the recorder was ended in the middle of one. */
async function removeUnfinished(logs: string, rounds: number): Promise<void> {
  const whole = new Set(Array.from({ length: rounds }, (_, index) => roundName(index + 1)));
  for (const name of await readdir(logs)) {
    if (/^round\d+$/.test(name) && !whole.has(name)) await rm(join(logs, name), { recursive: true });
  }
}

/**
 * A log that differs from the journal was damaged after it was written, by a crash of the machine: its slice does not
 * count, and its files are removed.
 */
async function checkLogs(round: Round, plan: Plan, logsOf: (variant: Variant) => string): Promise<Round> {
  const slices: Round['slices'] = [];
  const lost = [...round.lost];
  for (const slice of round.slices) {
    const logs = logsOfSlice(slice, { plan, round: round.round, logsOf });
    if (!logs) continue;
    if ((await readThroughput(logs.fileOf(OUTPUT_KIND), logs.test)) === slice.throughput) {
      slices.push(slice);
      continue;
    }
    const { at, test, variant } = slice;
    const reason = 'its log was damaged after it was written';
    lost.push({ type: 'lost', at, round: round.round, test, variant, reason });
  }
  // Of one that was taken for good until the limits of the plan were changed there are logs.
  for (const slice of lost) {
    const logs = logsOfSlice(slice, { plan, round: round.round, logsOf });
    for (const kind of logKinds(plan.monitors)) if (logs) await rm(logs.fileOf(kind), { force: true });
  }
  return { ...round, slices, lost };
}

/** Null where the plan has no such variant or test. */
function logsOfSlice(
  slice: { test: string | null; variant: string },
  { plan, round, logsOf }: { plan: Plan; round: number; logsOf: (variant: Variant) => string },
): { test: PlanTest; fileOf: (kind: string) => string } | null {
  const test = plan.tests.find((one) => testKey(one) === slice.test);
  const variant = plan.variants.find((one) => labelOf(one) === slice.variant);
  if (!test || !variant) return null;
  const directory = join(logsOf(variant), roundName(round), runNameOf(variant));
  return { test, fileOf: (kind) => join(directory, logNameOf(test, kind, plan)) };
}

async function readThroughput(file: string, test: PlanTest): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return parseThroughput(text, test);
}

/** A row of a device: its name, and numbers only. */
const DEVICE = /^(\S+)((?:\s+-?\d+(?:\.\d+)?)+)\s*$/;
const HEAD = /^Device:?\s/;

/**
 * A log of `iostat -x` without the devices that did nothing in any of its reports: on a machine with many disks they are
 * most of its bytes, and nothing of them is shown. Where none did anything the first one stays: that nothing was read and
 * written is a result.
 *
 * @param text whole log
 */
export function slimIostat(text: string): string {
  const rows = deviceRows(text.split('\n'));
  const busy = new Set(rows.flatMap(({ name, isBusy }) => (isBusy ? [name] : [])));
  const [first] = rows;
  if (busy.size === 0 && first) busy.add(first.name);
  const idle = new Set(rows.flatMap(({ name, line }) => (busy.has(name) ? [] : [line])));
  return text
    .split('\n')
    .filter((_, line) => !idle.has(line))
    .join('\n');
}

/** A table of devices goes from its head to an empty line. */
function deviceRows(lines: readonly string[]) {
  let isTable = false;
  return lines.flatMap((text, line) => {
    if (HEAD.test(text)) isTable = true;
    else if (text.trim() === '') isTable = false;
    const found = isTable ? DEVICE.exec(text) : null;
    if (!found) return [];
    const [, name = '', numbers = ''] = found;
    return [{ name, line, isBusy: /[1-9]/.test(numbers) }];
  });
}
