import { describe, expect, it } from 'vitest';
import { heatmapText, parseHeatmap } from './fields';

describe('a heatmap in the URL', () => {
  it('is server and workload', () => {
    expect(parseHeatmap(heatmapText({ server: 'pn53', workload: 'w' }))).toEqual({
      server: 'pn53',
      workload: 'w',
    });
  });

  it('is nothing else', () => {
    expect(parseHeatmap('pn53@w')).toEqual({ server: 'pn53', workload: 'w' });
    expect(['', 'pn53', '@w', 'a@b@c'].map(parseHeatmap)).toEqual([null, null, null, null]);
  });
});
