import { describe, expect, it } from 'vitest';
import { supportByCounts } from '../judge-column';
import { type ChangeExplanation, explainChange, type ReasonValues } from './explain-change';
import { explanationSentence } from './explanation-sentence';
import { reasonClass } from './suspected-causes';

// The cases of docs/method.md §9, with its numbers, and the sentences that the reference prints.

const BASE = {
  throughput: 1000,
  cpu_per_op: 0.001,
  cs_per_op: 5,
  reads_per_op: 0,
  read_kb_per_op: 0,
  write_kb_per_op: 0,
};
const SHARES = 'Causes overlap, so shares can add up to more than 100%.';
const NONE =
  'unexplained: none of CPU, context switches, reads or writes per operation changed enough in that direction.';

describe('explainChange', () => {
  it('CPU alone', () => {
    const found = explain({}, { throughput: 900, cpu_per_op: 0.00111 });
    expect(found.verdict).toBe('explained');
    expect(rounded(found)).toEqual([['cpu_per_op', 1.11, 0.99]]);
    expect(explanationSentence(found)).toBe(
      `10% slower; CPU per operation 1.11x (accounts for all of it). ${SHARES}`,
    );
    expect(reasonClass(found)).toBe('CPU');
  });

  it("CPU of the server's own processes, where both sides have it: cpu/o has the tool in it", () => {
    const found = explain(
      { server_cpu_us_per_op: 100 },
      { throughput: 900, cpu_per_op: 0.001, server_cpu_us_per_op: 112 },
    );
    expect(rounded(found)).toEqual([['server_cpu_us_per_op', 1.12, 1]]);
    expect(reasonClass(found)).toBe('CPU');
    // It follows throughput as cpu/o does: no second witness.
    expect(supportByCounts('possible regression', found)).toBe('possible regression');
    const oneSide = explain(
      { server_cpu_us_per_op: 100 },
      { throughput: 900, cpu_per_op: 0.00111, server_cpu_us_per_op: null },
    );
    expect(rounded(oneSide)).toEqual([['cpu_per_op', 1.11, 0.99]]);
  });

  it('of rounds is the change that they say, not that of the medians', () => {
    const version = { ...BASE, throughput: 1050, cpu_per_op: 0.00111 };
    const found = explainChange(BASE, version, { x: Math.log(0.9) });
    expect(rounded(found)).toEqual([['cpu_per_op', 1.11, 0.99]]);
    expect(found.cpuUse).toBeCloseTo(1.11 * 0.9, 10);
    expect(explanationSentence(found)).toMatch(/^10% slower; CPU per operation 1\.11x/);
    expect(explainChange(BASE, version).reasons).toEqual([]);
  });

  it('equal metrics: it waits', () => {
    const found = explain({}, { throughput: 900 });
    expect(found.verdict).toBe('unexplained');
    expect(explanationSentence(found)).toBe(
      `10% slower; ${NONE} CPU use fell 10%, so it waits more on something that these metrics do not show.`,
    );
    expect(reasonClass(found)).toBe('waits differently');
  });

  it('CPU and IO, ranked', () => {
    const found = explain(
      { reads_per_op: 1, read_kb_per_op: 8, write_kb_per_op: 2 },
      {
        throughput: 725,
        cpu_per_op: 0.00133,
        cs_per_op: 5.1,
        reads_per_op: 1.1,
        read_kb_per_op: 12.72,
        write_kb_per_op: 2.92,
      },
    );
    expect(found.verdict).toBe('explained');
    expect(rounded(found)).toEqual([
      ['cpu_per_op', 1.33, 0.89],
      ['read_kb_per_op', 1.59, 1],
      ['write_kb_per_op', 1.46, 1],
      ['reads_per_op', 1.1, 0.3],
    ]);
    expect(explanationSentence(found)).toBe(
      '28% slower; CPU per operation 1.33x (accounts for about 90%), KB read per operation 1.59x (accounts for all of it), ' +
        'KB written per operation 1.46x (accounts for all of it), read requests per operation 1.10x (accounts for about 30%). ' +
        SHARES,
    );
    expect(reasonClass(found)).toBe('CPU+IO');
  });

  it('a price is not a reason', () => {
    const found = explain({}, { throughput: 1530, cs_per_op: 49 });
    expect(found).toMatchObject({ verdict: 'unexplained', reasons: [] });
    expect(found.prices).toEqual([{ metric: 'cs_per_op', ratio: 9.8 }]);
    expect(explanationSentence(found)).toBe(
      `53% faster; ${NONE} CPU use rose 53%, so it waits less on something that these metrics do not show.` +
        ' At the price of context switches per operation 9.8x.',
    );
  });

  it('CPU in part', () => {
    const found = explain({}, { throughput: 800, cpu_per_op: 0.00112 });
    expect(found.verdict).toBe('partly explained');
    expect(rounded(found)).toEqual([['cpu_per_op', 1.12, 0.51]]);
    expect(explanationSentence(found)).toBe(
      `20% slower; partly explained: CPU per operation 1.12x (accounts for about 50%). ${SHARES}`,
    );
  });

  it('no metrics, nothing to explain', () => {
    const none = explainChange({ throughput: 100 }, { throughput: 80, cpu_per_op: null });
    expect(none).toMatchObject({ verdict: 'no metrics', reasons: [], cpuUse: null });
    expect(explanationSentence(none)).toBe('20% slower; no hardware metrics were uploaded for this test.');
    expect(reasonClass(none)).toBe('no metrics');
    const small = explain({}, { throughput: 985 });
    expect(small.verdict).toBe('nothing to explain');
    expect(explanationSentence(small)).toBe('Within 3%: nothing to explain.');
  });

  it('below the floor, too few digits', () => {
    expect(explain({}, { throughput: 800, write_kb_per_op: 0.03 })).toMatchObject({
      verdict: 'unexplained',
      reasons: [],
    });
    const digits = explain({ cpu_per_op: 0.00002 }, { throughput: 900, cpu_per_op: 0.000022 });
    expect(digits).toMatchObject({ verdict: 'unexplained', reasons: [], cpuUse: null });
    expect(explanationSentence(digits)).toBe(`10% slower; ${NONE}`);
  });

  it('a cost near zero has no useful ratio, and is not a witness', () => {
    const found = explain({ read_kb_per_op: 0 }, { throughput: 800, read_kb_per_op: 3 });
    expect(found.reasons).toEqual([
      { metric: 'read_kb_per_op', ratio: Number.POSITIVE_INFINITY, share: 1, almostNone: 'before' },
    ]);
    expect(explanationSentence(found)).toContain(
      'KB read per operation, almost none before (accounts for all of it)',
    );
    expect(supportByCounts('possible regression', found)).toBe('possible regression');
  });

  it('a cost that is below what matters on both sides is left out', () => {
    // A point query: writes of others, and reads of nearly nothing.
    const nothing = { write_kb_per_op: 0.06, reads_per_op: 0.04 };
    const found = explain(nothing, { throughput: 900, write_kb_per_op: 1.428, reads_per_op: 0.001 });
    expect(found).toMatchObject({ reasons: [], prices: [], verdict: 'unexplained' });
  });

  it('a price near zero is listed without a ratio', () => {
    const found = explain({ reads_per_op: 0.832 }, { throughput: 890, reads_per_op: 0.002 });
    expect(explanationSentence(found)).toContain(
      'Although it now needs almost no read requests per operation.',
    );
  });
});

describe('supportByCounts', () => {
  it('makes a possible change sure when a count moved with it', () => {
    const found = explain({}, { throughput: 900, cs_per_op: 5.9 });
    expect(supportByCounts('possible regression', found)).toBe('regression');
    expect(supportByCounts('unclear', found)).toBe('unclear');
  });

  it('does not take CPU for a witness', () => {
    const found = explain({}, { throughput: 900, cpu_per_op: 0.00111 });
    expect(supportByCounts('possible regression', found)).toBe('possible regression');
  });
});

function explain(base: Partial<ReasonValues>, version: Partial<ReasonValues>): ChangeExplanation {
  const from = { ...BASE, ...base };
  return explainChange(from, { ...from, ...version });
}

function rounded({ reasons }: ChangeExplanation): [string, number, number][] {
  const two = (value: number) => Math.round(value * 100) / 100;
  return reasons.map(({ metric, ratio, share }) => [metric, two(ratio), two(share)]);
}
