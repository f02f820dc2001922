// `npm run nights:check`: writes a history of nightly builds, takes it in one upload after another as a CI sends it, and
// compares the records after each night with what was planned. Ends with 1 when something is missed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@basecase/db/database';
import { median } from '../bench/measure';
import { newDatabase } from '../bench/seeded';
import { startPostgres } from '../postgres/launcher.mjs';
import { followNights, type History, type Seen } from './follow-nights';
import { SIZE_OPTIONS, SIZE_USAGE, sizeOf } from './options';
import { isMissing, type NightsPlan, type PlannedStep } from './plan';
import { planNights } from './plan-nights';
import type { NightRecord } from './read-records';

/** Nights that a first bad build may be off. */
const OFF = 1;
/** A level that begins so near to the change of a machine is attributed to it; two newest nights are none yet. */
const NEAR_MACHINE = 3;
const MOST_FALSE = 1;
const MOST_MOVES = 1;

/** What became of a planned step on one server. */
interface FoundStep {
  step: PlannedStep;
  server: string;
  /** Of the first night from `step.night` on that has the test. */
  expected: number;
  /** The record nearest to it in its direction; null: none is alive. */
  record: FollowedRecord | null;
  /** Sure, and at its night. */
  isFound: boolean;
  /** Records at its night in its direction, alive or not. */
  records: FollowedRecord[];
}

/** A record through all nights. Nights are those after which it was seen. */
interface FollowedRecord extends NightRecord {
  /** Night of the first bad build, as it stands. */
  night: number;
  firstSeen: number;
  /** Null: it was never sure. */
  firstSure: number | null;
  /** Night after which it was there for the last time; of one that is alive, the newest. */
  lastThere: number;
  /** How often the first bad build changed after it was sure. */
  movesAfterSure: number;
  /** True once it rested on a level, and not on the newest nights alone. */
  hadLevel: boolean;
}

interface HistoryReport {
  steps: FoundStep[];
  /** Ever sure, and of no planned step; changes attributed to the machine are listed there. */
  falseSure: FollowedRecord[];
  /** Of a planned step, at its night, sure once, and withdrawn all the same. */
  lost: FollowedRecord[];
  /** Never sure, of nothing planned: how many ever, and those that are alive at the end. */
  possible: { ever: number; atEnd: FollowedRecord[] };
  /** Of the drifting test: sure or possible. */
  ofDrift: FollowedRecord[];
  /** Ever attributed to the change of the machine, and still after everything is known. */
  chargedToMachine: { ever: FollowedRecord[]; atEnd: FollowedRecord[] };
  movedTooOften: FollowedRecord[];
  /** What is missed, in words; empty when all is as it must be. */
  missed: string[];
}

/** Compares what was known after each night with what was planned. */
export function checkHistory(plan: NightsPlan, history: History): HistoryReport {
  const records = followRecords(plan, history);
  const steps = plan.servers.flatMap(({ name }) =>
    plan.steps.map((step) => findStep(plan, { step, server: name, records })),
  );
  const ofSteps = new Set(steps.flatMap((step) => step.records));
  const others = records.filter((record) => !ofSteps.has(record));
  const ever = others.filter((record) => isOfMachine(plan, record));
  const rest = others.filter((record) => !ever.includes(record));
  const possible = rest.filter(({ firstSure }) => firstSure === null);
  const report = {
    steps,
    lost: [...ofSteps].filter(({ firstSure, isWithdrawn }) => firstSure !== null && isWithdrawn),
    falseSure: rest.filter(({ firstSure }) => firstSure !== null),
    ofDrift: records.filter(({ test }) => test === plan.drift.test),
    chargedToMachine: { ever, atEnd: ever.filter(({ isWithdrawn }) => !isWithdrawn) },
    movedTooOften: records.filter(({ movesAfterSure }) => movesAfterSure > MOST_MOVES),
    possible: { ever: possible.length, atEnd: possible.filter(({ isWithdrawn }) => !isWithdrawn) },
  };
  return { ...report, missed: missedOf(report, plan) };
}

function missedOf(report: Omit<HistoryReport, 'missed'>, { machineChange }: NightsPlan): string[] {
  const { steps, falseSure, chargedToMachine, movedTooOften } = report;
  const { ever, atEnd } = chargedToMachine;
  const charged = machineChange.isToldByFacts ? ever : atEnd;
  return [
    ...steps
      .filter(({ isFound }) => !isFound)
      .map(({ step, server }) => `the step of ${step.test} on ${server}`),
    ...(falseSure.length > MOST_FALSE ? [`at most ${MOST_FALSE} false sure record`] : []),
    ...(charged.length > 0 ? ['nothing attributed to the change of the machine'] : []),
    ...(movedTooOften.length > 0 ? [`a first bad build moves at most ${MOST_MOVES} time`] : []),
  ];
}

/** Every record in its final state, with its earlier states. */
function followRecords(plan: NightsPlan, { seen, afterEvent }: History): FollowedRecord[] {
  const last = afterEvent ?? seen.at(-1)?.records ?? [];
  const nightOf = new Map(plan.nights.map(({ commit }, night) => [commit, night]));
  return last.map((record) => {
    const own = seen.flatMap(({ night, records }: Seen) => {
      const found = records.find(({ id, isWithdrawn }) => id === record.id && !isWithdrawn);
      return found ? [{ night, found }] : [];
    });
    const sure = own.findIndex(({ found }) => found.isSure);
    const afterSure = sure === -1 ? [] : own.slice(sure);
    return {
      ...record,
      night: nightOf.get(record.firstBad) ?? -1,
      firstSeen: own[0]?.night ?? seen.length,
      firstSure: afterSure[0]?.night ?? null,
      lastThere: own.at(-1)?.night ?? -1,
      hadLevel: own.some(({ found }) => !found.doubts.includes('newest nights')),
      movesAfterSure: afterSure.filter(
        ({ found }, index) => index > 0 && found.firstBad !== afterSure[index - 1]?.found.firstBad,
      ).length,
    };
  });
}

function findStep(
  plan: NightsPlan,
  { step, server, records }: { step: PlannedStep; server: string; records: readonly FollowedRecord[] },
): FoundStep {
  const { test } = step;
  const measured = plan.nights
    .map((_, night) => night)
    .filter((night) => !isMissing(plan, { server, test, night }));
  const place = measured.findIndex((night) => night >= step.night);
  const offOf = (record: FollowedRecord) => Math.abs(measured.indexOf(record.night) - place);
  const kind = step.factor < 1 ? 'regression' : 'improvement';
  const own = records.filter((each) => each.server === server && each.test === test && each.kind === kind);
  const [record = null] = own.filter(({ isWithdrawn }) => !isWithdrawn).sort((a, b) => offOf(a) - offOf(b));
  return {
    step,
    server,
    expected: measured[place] ?? step.night,
    record,
    isFound: record?.isSure === true && offOf(record) <= OFF,
    records: own.filter((each) => offOf(each) <= OFF),
  };
}

function isOfMachine(
  { machineChange }: NightsPlan,
  { server, kind, night, hadLevel }: FollowedRecord,
): boolean {
  const isNear = Math.abs(night - machineChange.night) <= NEAR_MACHINE;
  return (
    isNear &&
    hadLevel &&
    server === machineChange.server &&
    kind === (machineChange.factor < 1 ? 'regression' : 'improvement')
  );
}

/** Uploads at the end that the time is taken of. */
const LAST_UPLOADS = 10;

/** What a check found, as lines of text. */
export function printReport(plan: NightsPlan, history: History, report: HistoryReport): string[] {
  const { falseSure, lost, ofDrift, chargedToMachine, movedTooOften, possible, missed } = report;
  const { machineChange, drift } = plan;
  const ofSeries = falseSure.filter(({ isOfSeries }) => isOfSeries);
  const ofPairs = falseSure.filter(({ isOfSeries }) => !isOfSeries);
  const told = machineChange.isToldByFacts ? 'told by the uploads' : 'told by an event at the end';
  return [
    ...table([
      ['planned step', 'of', 'night', 'found at', 'possible after', 'sure after', 'ratio'],
      ...report.steps.map(({ step, server, expected, record, isFound }) => [
        step.test,
        `${step.factor.toFixed(2)} on ${server}`,
        String(expected),
        record ? `${record.night}${isFound ? '' : ' ✗'}` : '✗',
        record ? nightsAfter(expected, record.firstSeen) : '',
        record ? `${nightsAfter(expected, record.firstSure)}${isDemoted(record) ? ', not now' : ''}` : '',
        record
          ? `${ratioText(record)}${isOff(record, step.factor) ? ', which is not the planned one' : ''}`
          : '',
      ]),
    ]),
    '',
    ...listed('False sure records of pairs of nights', ofPairs),
    ...listed('False sure records of series', ofSeries),
    `  of them alive at the end: ${ofSeries.filter(({ isWithdrawn }) => !isWithdrawn).length}`,
    ...listed('Sure records of planned steps that were withdrawn', lost),
    `Possible records of nothing planned, at any time: ${possible.ever}`,
    ...listed('  and at the end', possible.atEnd),
    ...listed(
      `Charged to the machine at night ${machineChange.night}, ${told}: at any time`,
      chargedToMachine.ever,
    ),
    ...listed('  and at the end', chargedToMachine.atEnd),
    ...listed('First bad builds that moved more than once after they were sure', movedTooOften),
    ...listed(`Of the drift of ${drift.test} to ${drift.factor}`, ofDrift),
    ...times(history),
    '',
    missed.length === 0 ? '✓ All is as it must be.' : `✗ Missed: ${missed.join('; ')}.`,
  ];
}

function listed(title: string, records: readonly FollowedRecord[]): string[] {
  return [
    `${title}: ${records.length}`,
    ...records.map((record) => {
      const { test, server, night, firstSeen, firstSure, lastThere, isWithdrawn, doubts, moves } = record;
      const sure = firstSure === null ? `never sure (${doubts.join(', ')})` : `sure after night ${firstSure}`;
      const state = isWithdrawn ? `gone after night ${lastThere + 1}` : 'alive';
      return `    ${test} on ${server} since night ${night}: ${ratioText(record)}, seen after night ${firstSeen}, ${sure}, moved ${moves} times, ${state}`;
    }),
  ];
}

function times({ uploads }: History): string[] {
  const last = uploads.slice(-LAST_UPLOADS);
  const ingest = median(last.map(({ ingestMs }) => ingestMs));
  const judge = median(last.map(({ judgeMs }) => judgeMs));
  const all = median(last.map(({ ingestMs, judgeMs }) => ingestMs + judgeMs));
  return [
    `An upload to judged records, median of the last ${last.length}: ${seconds(all)} (read and stored ${seconds(ingest)}, judged ${seconds(judge)})`,
  ];
}

/** Nights measured from the first bad one on, when the first flag appeared: `2 nights`. */
function nightsAfter(first: number, night: number | null): string {
  return night === null ? 'never' : `${night - first + 1} nights`;
}

function ratioText({ ratio, low, high }: FollowedRecord): string {
  return `${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

/** True for a record that was sure and is only possible now. */
function isDemoted({ firstSure, isSure }: FollowedRecord): boolean {
  return firstSure !== null && !isSure;
}

/** True when the interval of a record leaves out what was planned: something else is attributed to it. */
function isOff({ low, high }: FollowedRecord, factor: number): boolean {
  return factor < low || factor > high;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Nights between two lines of progress. */
const SAID_EVERY = 20;

/** @returns false when something is missed */
async function check(plan: NightsPlan): Promise<boolean> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'basecase-nights-'));
  const postgres = await startPostgres({ home: path.join(scratch, 'postgres'), port: 0, durable: false });
  const database = openDatabase(await newDatabase(postgres.url, 'nights'));
  try {
    const history = await followNights(database, plan, {
      scratch,
      onNight({ night, records }) {
        if ((night + 1) % SAID_EVERY === 0) console.error(`  ${night + 1} nights, ${records.length} records`);
      },
    });
    const report = checkHistory(plan, history);
    console.log(printReport(plan, history, report).join('\n'));
    return report.missed.length === 0;
  } finally {
    await database.close();
    await postgres.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  let plan: NightsPlan;
  try {
    plan = planNights(sizeOf(parseArgs({ options: SIZE_OPTIONS }).values));
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : error}`);
    console.error(`usage: npm run nights:check -- ${SIZE_USAGE}`);
    return 1;
  }
  return (await check(plan)) ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();
