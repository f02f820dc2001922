import { describe, expect, it } from 'vitest';
import { serversWhatIfProblems } from '../compare/what-if-state';
import { documentText } from '../document/document-text';
import { testData, testServer } from '../testing/test-servers';
import { serversDocument } from './servers-document';
import { toServersSelection } from './servers-selection';
import { type ServersState, serversUrl } from './servers-state';
import { serversWhatIf } from './servers-what-if';

const SMALL = testServer('small', 8, {
  throughput: [
    [1000, 800],
    [100, 200],
  ],
});
const LARGE = testServer('large', 48, {
  throughput: [
    [4000, 5000],
    [400, null],
  ],
});
const stateOf = (state: Partial<ServersState>) => ({ ...serversUrl.defaults, ...state });
const ask = (state: Partial<ServersState>, servers = [SMALL, LARGE]) => {
  const all = stateOf(state);
  return serversWhatIf(toServersSelection(testData(servers, 2), all), all);
};
const BOTH = { price: 'small 0.36\nlarge 3.6', currency: 'EUR', power: 'small 36' };
const rounded = (value: number | null) => value && Number(value.toPrecision(6));

describe('what if on several servers', () => {
  it('is absent unless the address asks for it', () => {
    expect(ask({})).toBeNull();
  });

  it('computes cost and energy of each version on each server over the tests that all have', () => {
    const found = ask(BOTH);
    // By hand: only t0 is everywhere; 0.36 / 3600 × 1e6 / 1000 = 0.1.
    expect(found?.columns.map(({ name, cost, energy }) => [name, rounded(cost), rounded(energy)])).toEqual([
      ['small 1.0', 0.1, 10],
      ['small 2.0', 0.125, 12.5],
      ['large 1.0', 0.25, null],
      ['large 2.0', 0.2, null],
    ]);
    expect(found?.notes.join(' ')).toContain('t0_range=100');
    expect(found?.notes).toContain('small: 0.36 EUR an hour and 36 W while it is measured.');
  });

  it('weighs ratios to the base of each server, and has no number where a weighted test is missing', () => {
    const found = ask({ weights: 't0_range=100 1\nt1_range=100 1' });
    expect(found?.columns.map(({ mean }) => rounded(mean))).toEqual([
      1,
      rounded(Math.sqrt(0.8 * 2)),
      1,
      null,
    ]);
    expect(found?.notes).toContain('No number where a test with a weight was not measured.');
  });

  it('leaves cost out for a table of ratios and names the servers without a price', () => {
    const table = testServer('table', 8, { throughput: [[1, 0.9]] }, { relativeTo: '1.0' });
    const found = ask({ price: 'small 0.36\ntable 1', currency: 'EUR' }, [SMALL, LARGE, table]);
    expect(found?.columns.map(({ cost }) => cost !== null)).toEqual([true, true, false, false, false, false]);
    expect(found?.notes).toContain('No price or power is given for large.');
    expect(found?.notes).toContain('Published as ratios only, without cost or energy: table.');
  });

  it('is a table of the document, which permalinks and copies keep', () => {
    const state = stateOf(BOTH);
    const text = documentText(
      serversDocument(toServersSelection(testData([SMALL, LARGE], 2), state), state),
      'md',
    );
    expect(text).toContain('EUR per million operations');
    expect(text).toContain('0.125');
  });

  it('refuses unknown servers, two prices, texts and 0 in plain sentences', () => {
    const problems = (state: Partial<ServersState>) =>
      serversWhatIfProblems(stateOf({ currency: 'EUR', ...state }), {
        tests: ['t0'],
        servers: [['small', 'Small box']],
      }).map(({ message }) => message);
    expect(problems({ price: 'small 1\npower 2' })).toEqual(['There is no server “power” in this view.']);
    expect(problems({ price: 'small 1\nSmall box 2' })).toEqual(['The server “Small box” has two prices.']);
    expect(problems({ power: 'small lots' })).toEqual([
      'The power of “small” is not a number with at most 6 decimals, as 0.40.',
    ]);
    expect(problems({ power: 'small 0' })).toEqual(['A power of 0 says nothing.']);
    expect(problems({ price: 'small 1', currency: '' })).toEqual(['A price needs its currency, as EUR.']);
  });
});
