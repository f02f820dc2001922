import { describe, expect, it } from 'vitest';
import { explainChange } from './explain-change';
import { explanationWords, unexplainedShare } from './explanation-words';

const explain = (version: number, counts: [before: number, after: number] | null) =>
  explainChange(
    { throughput: 1000, ...(counts ? { cpu_per_op: counts[0] } : {}) },
    { throughput: version, ...(counts ? { cpu_per_op: counts[1] } : {}) },
  );

describe('explanation in a cell of a table', () => {
  it('names what is enough, best first', () => {
    const explanation = explainChange(
      { throughput: 1000, cpu_per_op: 0.001, write_kb_per_op: 2, read_kb_per_op: 8 },
      { throughput: 725, cpu_per_op: 0.00133, write_kb_per_op: 2.92, read_kb_per_op: 12.72 },
    );
    expect(explanationWords(explanation)).toBe('CPU, KB read, KB written');
    expect(unexplainedShare(explanation)).toBe(0);
  });

  it('reports the rest of a change that is explained in part', () => {
    const explanation = explain(800, [0.001, 0.00112]);
    expect(explanationWords(explanation)).toBe('CPU in part');
    // ln 1.12 / -ln 0.8 = 0.508
    expect(unexplainedShare(explanation)).toBeCloseTo(0.492, 3);
  });

  it('tells apart what is in none of the metrics, what was not recorded, and no change', () => {
    expect(explanationWords(explain(900, [0.001, 0.001]))).toBe('not in these metrics');
    expect(unexplainedShare(explain(900, [0.001, 0.001]))).toBe(1);
    expect(explanationWords(explain(800, null))).toBe('costs not recorded');
    expect(unexplainedShare(explain(800, null))).toBeNull();
    expect(explanationWords(explain(990, [0.001, 0.00101]))).toBe('');
  });
});
