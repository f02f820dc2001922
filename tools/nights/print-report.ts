import { median } from '../bench/measure';
import type { FollowedRecord, HistoryReport } from './check-history';
import type { History } from './follow-nights';
import type { NightsPlan } from './plan';

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
