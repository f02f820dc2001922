import { noteZeroThroughput } from '../../../assemble/parts-of-drafts';
import type { AssembleContext } from '../../family';
import { limitOf } from '../config/config-log';
import { secondsOf } from '../windows/windows-log';
import { isCovered } from './add-windows';
import { isRawWhole } from './build-results';
import type { Draft } from './drafts';

type Notes = Pick<AssembleContext, 'note'>;

/** A throughput of at least this part of a limit was held down by it. */
const LIMIT_PART = 0.99;

/** Says what is to be known of a run before its numbers are believed. */
export function noteDraft(draft: Draft, context: Notes): void {
  noteState(draft, context);
  noteLimit(draft, context);
  noteCut(draft, context);
}

function noteState({ said, file }: Draft, context: Notes): void {
  const state = said?.finalState;
  if (state && state.text !== 'EXIT') {
    const message = `"Final State" is ${state.text}, expected EXIT: the run was aborted. Find the cause in its output and run it again.`;
    context.note('benchbase:FINAL_STATE', file, message, state.line);
  }
  if (said?.isWhole && !said.throughput) {
    const message = 'no "Throughput (requests/second)": the run has no result';
    context.note('METRIC_MISSING', file, message, said.line);
  }
  noteZeroThroughput(file, said?.throughput, context);
}

function noteLimit({ said, windows, config }: Draft, context: Notes): void {
  const limit = config && limitOf(config.log);
  const throughput = said?.throughput?.value ?? windows[0]?.log.throughput ?? null;
  if (!limit || throughput === null || throughput < limit.rate * LIMIT_PART) return;
  const message = `limited to ${Number(limit.rate.toFixed(3))} requests/s, and the throughput is ${Number(throughput.toFixed(3))}: it is what was asked for`;
  context.note('benchbase:RATE_LIMITED', config.path, message, limit.line);
}

function noteCut(draft: Draft, context: Notes): void {
  const { raw, said, seconds } = draft;
  if (raw && !isRawWhole(raw.log, draft) && raw.log.rows > 0) {
    const counted = said?.requests?.value ?? null;
    if (counted !== null) {
      const message = `holds ${raw.log.rows} of ${counted} requests of the summary: the file was cut, or is of another run. Not used`;
      context.note('TRUNCATED_LOG', raw.path, message);
    } else {
      const message =
        'no summary says how many requests were measured, and how long: they are shown as a chart only';
      context.note('NO_RESULT', raw.path, message);
    }
  }
  for (const { path: file, log } of [...draft.windows, ...draft.transactions.values()]) {
    if (isCovered(log, seconds)) continue;
    const message = `ends after ${secondsOf(log)} of ${Number((seconds ?? 0).toFixed(3))} s: the file was cut, or no request began later`;
    context.note('TRUNCATED_LOG', file, message, log.lastLine);
  }
}
