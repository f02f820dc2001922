import { describe, expect, it } from 'vitest';
import { chooseBase, type HeatmapColumn } from './list-upload-heatmaps';

const columns = (...texts: string[]): HeatmapColumn[] =>
  texts.map((text) => ({
    slug: text,
    version: text.replace(/[+/].*$/, ''),
    isOwn: text.includes('+'),
    isNight: false,
  }));

describe('chooseBase', () => {
  it('takes the release before the oldest new one', () => {
    expect(chooseBase(columns('16.1', '17.5', '18.0+', '18.1+'))?.slug).toBe('17.5');
  });

  it('does not take the same release with another config', () => {
    expect(chooseBase(columns('17.5', '18.0/a', '18.0+b'))?.slug).toBe('17.5');
  });

  it('takes, of several configs of the release before, the last: that is the one the upload has, too', () => {
    expect(chooseBase(columns('17.5/a', '17.5/b', '18.0+'))?.slug).toBe('17.5/b');
  });

  it('takes the oldest new one when nothing is older', () => {
    expect(chooseBase(columns('18.0+', '18.1+', '19.0'))).toMatchObject({ slug: '18.0+', isOwn: true });
    expect(chooseBase(columns('18.0'))).toBeNull();
  });
});
