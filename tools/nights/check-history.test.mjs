import { expect, it } from 'vitest';
import { checkHistory, printReport } from './check-nights';
import { planNights } from './plan-nights';

const plan = planNights({ nights: 100, tests: 6, servers: 1 });
const server = 'nightly-8';
const quiet = String(plan.tests[0]?.key);

/** @typedef {import('./read-records').NightRecord} NightRecord */
/** @typedef {{ since: number, test?: string } & Partial<NightRecord>} Sketch */

/** @param {number} night */
const commitOf = (night) => String(plan.nights[night]?.commit);

/** A sure record. @param {number} id @param {Sketch} sketch @returns {NightRecord} */
const record = (id, { since, ...more }) => ({
  id,
  server,
  test: quiet,
  kind: 'regression',
  firstBad: commitOf(since),
  ratio: 0.9,
  low: 0.88,
  high: 0.92,
  isSure: true,
  doubts: [],
  isWithdrawn: false,
  isOfSeries: true,
  moves: 0,
  ...more,
});

/** Records of the planned steps, each where it belongs. */
const right = plan.steps.map(({ test, night, factor }, index) =>
  record(index, { since: night, test, kind: factor < 1 ? 'regression' : 'improvement' }),
);

/** The result for records that are known after each of some nights. @param {NightRecord[][]} nights @param {NightRecord[] | null} afterEvent */
function check(nights, afterEvent = null, of = plan) {
  const seen = nights.map((records, index) => ({ night: of.nights.length - nights.length + index, records }));
  const history = { seen, uploads: [{ night: 99, ingestMs: 1000, judgeMs: 2000 }], afterEvent };
  return { report: checkHistory(of, history), history };
}

it('misses nothing when every step is at its night, or the next one', () => {
  expect(check([right]).report.missed).toEqual([]);
  const beside = right.map((own, index) => ({
    ...own,
    firstBad: commitOf((plan.steps[index]?.night ?? 0) - 1),
  }));
  expect(check([beside]).report.missed).toEqual([]);
});

it('misses a step that is not there, two nights off, in the wrong direction, withdrawn or only possible', () => {
  const [first = record(0, { since: 0 }), ...others] = right;
  const night = plan.steps[0]?.night ?? 0;
  const wrong = [
    [],
    [{ ...first, firstBad: commitOf(night + 2) }],
    [{ ...first, kind: /** @type {const} */ ('improvement') }],
    [{ ...first, isWithdrawn: true }],
    [{ ...first, isSure: false }],
  ];
  for (const own of wrong)
    expect(check([[...own, ...others]]).report.missed).toContain(`the step of ${first.test} on ${server}`);
  // A right record that was withdrawn is not a false one.
  const { report } = check([right, [{ ...first, isWithdrawn: true }, ...others]]);
  expect(report.lost).toHaveLength(1);
  expect(report.falseSure).toEqual([]);
});

it('bears one false sure record and no second one, be it withdrawn later', () => {
  const one = record(10, { since: 20 });
  const other = record(11, { since: 40, isOfSeries: false });
  expect(check([[...right, one]]).report.missed).toEqual([]);
  const gone = { ...other, isWithdrawn: true };
  const { report, history } = check([
    [...right, one, other],
    [...right, one, gone],
  ]);
  expect(report.missed).toEqual(['at most 1 false sure record']);
  expect(printReport(plan, history, report)).toEqual(
    expect.arrayContaining([
      'False sure records of pairs of nights: 1',
      'False sure records of series: 1',
      expect.stringContaining('since night 40: 0.900 (0.880 to 0.920)'),
      'An upload to judged records, median of the last 1: 3.00 s (read and stored 1.00 s, judged 2.00 s)',
    ]),
  );
});

it('charges a level that begins with the machine to it, but not two newest nights', () => {
  const { night } = plan.machineChange;
  const charged = record(10, { since: night + 1, isSure: false, doubts: ['drift'] });
  expect(check([[...right, charged]]).report.missed).toEqual([
    'nothing attributed to the change of the machine',
  ]);
  const newest = { ...charged, doubts: ['newest nights'] };
  expect(check([[...right, newest]]).report.missed).toEqual([]);
});

it('lets a person tell of the machine at the end', () => {
  const untold = planNights({ nights: 100, tests: 6, servers: 1, isToldByFacts: false });
  const charged = record(10, { since: untold.machineChange.night });
  const { report } = check([[...right, charged]], [...right, { ...charged, isWithdrawn: true }], untold);
  expect(report.chargedToMachine).toMatchObject({ ever: [{ id: 10 }], atEnd: [] });
  expect(report.missed).toEqual([]);
  expect(check([[...right, charged]], [...right, charged], untold).report.missed).toHaveLength(1);
});

it('counts how often a first bad build moved after it was sure', () => {
  const [first = record(0, { since: 0 }), ...others] = right;
  const at = (/** @type {number} */ night) => [{ ...first, firstBad: commitOf(night) }, ...others];
  const night = plan.steps[0]?.night ?? 0;
  expect(check([at(night + 1), at(night)]).report.missed).toEqual([]);
  expect(check([at(night), at(night + 1), at(night)]).report.missed).toEqual([
    'a first bad build moves at most 1 time',
  ]);
  const unsure = [{ ...first, isSure: false, firstBad: commitOf(night + 3) }, ...others];
  expect(check([unsure, at(night + 1), at(night)]).report.movedTooOften).toEqual([]);
});
