import { jsonSession } from '../json-session';
import { type NumberAt, toNumber } from '../number-line';
import { type LogParser, type ParsedLog, scoreOf } from '../parser';
import { addFact } from './summary/summary';

/** How the requests of one run ended: those of all transactions under `''`, then by transaction. */
export interface BenchbaseHistograms extends ParsedLog {
  type: 'benchbase-histograms';
  outcomes: Map<Outcome, Map<string, NumberAt>>;
}

type Outcome = (typeof OUTCOMES)[number];

const OUTCOMES = ['completed', 'aborted', 'rejected', 'unexpected'] as const;
const TOTAL = '';
/** `NewOrder/01` */
const TRANSACTION = /^(.{1,200})\/\d+$/;
/** Transactions of any benchmark, with room. */
const MAX_NAMES = 500;

/**
 * `<benchmark>_<time>.histograms.json` of BenchBase (`--json-histograms`): requests by outcome and transaction.
 * Format: DBWorkload.writeJSONHistograms and Histogram.toJSON of github.com/cmu-db/benchbase.
 *
 *     {"completed": {"HISTOGRAM": {"NewOrder/01": 901}, "NUM_SAMPLES": 901}, "aborted": {...}, "rejected": {...}, "unexpected": {...}}
 */
export const benchbaseHistograms: LogParser = {
  kind: 'benchbase-histograms',
  about: 'requests by outcome and transaction, in a file <benchmark>_<time>.histograms.json of BenchBase',
  isJson: true,
  hasDetails: true,
  score: ({ head, name }) =>
    scoreOf(
      /^\s*\{\s*"(?:completed|aborted|rejected|unexpected)"\s*:\s*\{/.test(head) &&
        head.includes('"HISTOGRAM"'),
      /(?:^|[._])histograms\.json$/.test(name),
    ),
  open(reporter, details) {
    const outcomes: BenchbaseHistograms['outcomes'] = new Map();

    const add = (outcome: Outcome, name: string, at: NumberAt) => {
      const counts = outcomes.get(outcome) ?? new Map<string, NumberAt>();
      outcomes.set(outcome, counts);
      const known = counts.get(name);
      if (known)
        reporter.report('SEVERAL_SUMMARIES', `${outcome} is there twice; the first one counts`, {
          line: at.line,
        });
      else if (counts.size < MAX_NAMES) counts.set(name, at);
    };

    return jsonSession<BenchbaseHistograms>(
      reporter,
      {
        value(path, value, line) {
          if (details) addFact(details.facts, path, { value, line });
          const [outcome, part, key] = path;
          const name = part === 'HISTOGRAM' ? TRANSACTION.exec(key ?? '')?.[1] : TOTAL;
          const isOwn =
            part === 'HISTOGRAM' ? path.length === 3 : part === 'NUM_SAMPLES' && path.length === 2;
          const known = OUTCOMES.find((each) => each === outcome);
          if (!known || !isOwn || name === undefined) return;
          const count = typeof value === 'number' ? toNumber(String(value)) : null;
          if (count !== null && count >= 0 && Number.isSafeInteger(count))
            add(known, name, { value: count, line });
          else reporter.report('VALUE_UNREADABLE', `expected a count as "${path.join('.')}"`, { line });
        },
      },
      () => ({ type: 'benchbase-histograms', outcomes }),
    );
  },
};

/** What a result says of the requests that did not complete; null without the counts of those that did. */
export interface RequestCounts {
  completed: NumberAt;
  /** Aborted, and unexpected SQL errors. */
  failed: NumberAt & { lineEnd: number };
  /** Rejected by the server, and sent again. */
  retries: NumberAt | null;
}

/** @param transaction null for all */
export function countsOf(
  { outcomes }: BenchbaseHistograms,
  transaction: string | null,
): RequestCounts | null {
  const name = transaction ?? TOTAL;
  const of = (outcome: Outcome) => outcomes.get(outcome)?.get(name) ?? null;
  const completed = of('completed');
  if (!completed) return null;
  const failed = [of('aborted'), of('unexpected')].filter((at) => at !== null);
  const lines = failed.length > 0 ? failed.map(({ line }) => line) : [completed.line];
  return {
    completed,
    failed: {
      value: failed.reduce((sum, { value }) => sum + value, 0),
      line: Math.min(...lines),
      lineEnd: Math.max(...lines),
    },
    retries: of('rejected'),
  };
}
