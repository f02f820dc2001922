import { describe, expect, it } from 'vitest';
import { RULE_VERSION } from '../verdicts/rule';
import { ruleInForce } from './rule-in-force';

const judgement = { ruleVersion: RULE_VERSION, verdicts: [], since: [], notes: [] };

describe('the rule in force', () => {
  it('has a rate of false flags on a calibrated server only, that of the rule that judged', () => {
    const ask = (more: object) =>
      ruleInForce({ judgement: { ...judgement, calibrated: true, ...more }, threshold: 0.95 }).sentence;
    expect(ask({ machine: 'dedicated' })).toContain(
      '0.24 false sure flags a table in 120 tables of TPC-H on one dedicated machine.',
    );
    for (const machine of ['virtual', 'shared', 'unknown', null, undefined])
      expect(ask({ machine })).toContain('0.37 false sure flags a table in 102 tables of ClickBench');
    // Nothing was measured with the rule of a frozen view.
    expect(ask({ ruleVersion: 3, machine: 'dedicated' })).not.toMatch(/Measured|false sure flags/);
  });

  it('claims no rate without calibration, in the words of the page', () => {
    const { sentence } = ruleInForce({
      judgement: { ...judgement, calibrated: false, notes: ['Not calibrated: run it again.'] },
      threshold: 0.95,
    });
    expect(sentence).toContain('How many flags are false is not known here.');
    expect(sentence).toContain('Not calibrated: run it again.');
    expect(sentence).not.toMatch(/0\.08|1 in 10|1 sure flag/);
  });

  it('is the plain threshold without verdicts', () => {
    expect(ruleInForce({ judgement: null, threshold: 0.95 })).toMatchObject({
      name: 'thresholds',
      sentence: 'Judged by the plain threshold 0.95 / 1.05, ignoring noise.',
    });
  });
});
