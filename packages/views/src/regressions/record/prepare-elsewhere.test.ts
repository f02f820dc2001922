import { describe, expect, it } from 'vitest';
import { makePage, makePlace } from '../../testing/test-page';
import { elsewhereSentence } from './prepare-elsewhere';

/** The record itself is on the 48-core server, IO-bound, at 40 clients. */
const sentence = (...elsewhere: ReturnType<typeof makePlace>[]) => elsewhereSentence(makePage({ elsewhere }));

describe('where else a change is seen', () => {
  it('says so when there is nowhere to look, or nowhere that can tell', () => {
    expect(sentence()).toBe('No other server or workload has runs of both versions.');
    expect(sentence(makePlace('unclear'), makePlace('possible regression'))).toBe(
      'Not conclusive anywhere else yet. Inconclusive in 2 places.',
    );
  });

  it('says on every server', () => {
    expect(sentence(makePlace('regression'), makePlace('small regression', { server: 'socket2' }))).toBe(
      'On every server: 3 of 3 places with runs of both versions show it.',
    );
    expect(sentence(makePlace('regression', { server: 'ax162-s', label: 'sysbench, cached' }))).toBe(
      'In every workload: 2 of 2 places with runs of both versions show it.',
    );
  });

  it('says at which concurrency only', () => {
    expect(sentence(makePlace('no change'), makePlace('no change', { server: 'socket2', clients: 16 }))).toBe(
      'Only at 40 clients: 1 of 3 places with runs of both versions show it.',
    );
    expect(
      sentence(makePlace('no change'), makePlace('regression', { server: 'socket2', clients: 16 })),
    ).toBe('Only at 16 clients or more: 2 of 3 places with runs of both versions show it.');
  });

  it('says only when IO-bound, and not what it cannot tell apart', () => {
    const cached = makePlace('no change', { clients: 40 });
    expect(sentence(cached)).toBe('Only when IO-bound: 1 of 2 places with runs of both versions show it.');
    const unknown = makePlace('no change', { clients: 40, label: 'sysbench', server: 'ax162-s' });
    expect(sentence(unknown)).toBe('1 of 2 places with runs of both versions show it.');
  });

  it('counts a change the other way as not showing it', () => {
    expect(sentence(makePlace('improvement'), makePlace('unclear'))).toBe(
      'Only at 40 clients: 1 of 2 places with runs of both versions show it. Inconclusive in 1 place.',
    );
  });
});
