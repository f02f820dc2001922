import type { History, Seen } from './follow-nights';
import { isMissing, type NightsPlan, type PlannedStep } from './plan';
import type { NightRecord } from './read-records';

/** Nights that a first bad build may be off. */
const OFF = 1;
/** A level that begins so near to the change of a machine is attributed to it; two newest nights are none yet. */
const NEAR_MACHINE = 3;
const MOST_FALSE = 1;
const MOST_MOVES = 1;

/** What became of a planned step on one server. */
export interface FoundStep {
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
export interface FollowedRecord extends NightRecord {
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

export interface HistoryReport {
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
