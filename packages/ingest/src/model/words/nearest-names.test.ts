import { describe, expect, it } from 'vitest';
import { nearestNames, withNearest } from './nearest-names';

const LAB = ['lab-01', 'lab-02', 'lab-10', 'lab-14', 'mybox8', 'pn53', 'x', '測試機'];

describe('the names that an unknown one may mean', () => {
  it('begin with those that differ in case and marks only', () => {
    expect(nearestNames('Lab 14', LAB)[0]).toBe('lab-14');
    expect(nearestNames('PN-53', LAB)).toEqual(['pn53']);
    expect(nearestNames('測試机', LAB)).toEqual(['測試機']);
  });

  it('are those a letter away: swapped, missing, added or replaced', () => {
    for (const typo of ['pn35', 'pn5', 'pn533', 'pm53'])
      expect(nearestNames(typo, LAB), typo).toEqual(['pn53']);
    expect(nearestNames('mybxo8', LAB)).toEqual(['mybox8']);
  });

  it('hold the given text, or are in it, if that is not too short', () => {
    expect(nearestNames('8.0.43', ['mysql-8.0.43', 'mysql-9.5.0'])).toEqual(['mysql-8.0.43']);
    expect(nearestNames('exotic', LAB)).toEqual([]);
  });

  it('are found by their aliases and given by their names', () => {
    expect(nearestNames('hetzner 48', [['hetz48', 'Hetzner 48-core'], ['other']])).toEqual(['hetz48']);
  });

  it('are five at most, and none for a text like no name', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `server-${index}`);
    expect(nearestNames('server-5001', many)).toHaveLength(5);
    expect(nearestNames('nowhere-near', LAB)).toEqual([]);
    expect(nearestNames('', LAB)).toEqual([]);
    expect(nearestNames('x'.repeat(5000), many)).toEqual([]);
    expect(nearestNames('pn35', [])).toEqual([]);
  });

  it('follow a message that names what is missing', () => {
    expect(withNearest('No server "pn35".', 'pn35', LAB)).toBe('No server "pn35". Nearest: pn53.');
    expect(withNearest('No server "nope".', 'nope', LAB)).toBe('No server "nope".');
  });
});
