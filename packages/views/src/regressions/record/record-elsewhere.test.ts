import { describe, expect, it } from 'vitest';
import { makeElsewhere, makePage } from '../../testing/test-page';
import { elsewhereSentence } from './ladder-rows';

/** The record itself is on the 48-core server, IO-bound, at 40 clients. */
const sentence = (...elsewhere: ReturnType<typeof makeElsewhere>[]) =>
  elsewhereSentence(makePage({ elsewhere }));

describe('where else a change is seen', () => {
  it('reports when no other place has the test or can decide', () => {
    expect(sentence()).toBe('No other server or workload has runs of both versions.');
    expect(sentence(makeElsewhere('unclear'), makeElsewhere('possible regression'))).toBe(
      'Not conclusive anywhere else yet. Inconclusive in 2 places.',
    );
  });

  it('of a test that stopped counts places where it stopped, not those where it got slower', () => {
    const stop = { value: 100, reason: 'failed', newName: null } as const;
    const elsewhere = [
      makeElsewhere('stopped working'),
      makeElsewhere('regression'),
      makeElsewhere('unclear'),
    ];
    expect(elsewhereSentence(makePage({ elsewhere, stop }))).toContain('2 of 4 places');
  });

  it('says on every server', () => {
    expect(
      sentence(makeElsewhere('regression'), makeElsewhere('small regression', { server: 'socket2' })),
    ).toBe('On every server: 3 of 3 places with runs of both versions show it.');
    expect(sentence(makeElsewhere('regression', { server: 'ax162-s', label: 'sysbench, cached' }))).toBe(
      'In every workload: 2 of 2 places with runs of both versions show it.',
    );
  });

  it('says at which concurrency only', () => {
    expect(
      sentence(makeElsewhere('no change'), makeElsewhere('no change', { server: 'socket2', clients: 16 })),
    ).toBe('Only at 40 clients: 1 of 3 places with runs of both versions show it.');
    expect(
      sentence(makeElsewhere('no change'), makeElsewhere('regression', { server: 'socket2', clients: 16 })),
    ).toBe('Only at 16 clients or more: 2 of 3 places with runs of both versions show it.');
  });

  it('says only when IO-bound, and not what it cannot tell apart', () => {
    const cached = makeElsewhere('no change', { clients: 40 });
    expect(sentence(cached)).toBe('Only when IO-bound: 1 of 2 places with runs of both versions show it.');
    const unknown = makeElsewhere('no change', { clients: 40, label: 'sysbench', server: 'ax162-s' });
    expect(sentence(unknown)).toBe('1 of 2 places with runs of both versions show it.');
  });

  it('counts a change the other way as not showing it', () => {
    expect(sentence(makeElsewhere('improvement'), makeElsewhere('unclear'))).toBe(
      'Only at 40 clients: 1 of 2 places with runs of both versions show it. Inconclusive in 1 place.',
    );
  });
});
