import { describe, expect, it } from 'vitest';
import { testLine } from '../testing/test-trends';
import { lineLabels } from './trends-axis';

const line = (sketch: Parameters<typeof testLine>[2]) => testLine(['17.0'], [[1]], sketch);

describe('names of lines', () => {
  it('are the class of the server where that is enough', () => {
    expect(lineLabels([line({}), line({ server: 'large', cores: 48, cached: true })])).toEqual([
      '8-core',
      '48-core',
    ]);
  });

  it('name the difference between two lines of one server, and no more', () => {
    const lines = [
      line({ cached: true, clients: 1 }),
      line({ cached: false, clients: 1 }),
      line({ cached: true, clients: 1, ownBase: '14.0 x10a', source: '2025-05-24 a report' }),
    ];
    expect(lineLabels(lines)).toEqual(['8-core, cached', '8-core, IO-bound', '8-core, cached, to 14.0']);
  });

  it('are unique whatever happens', () => {
    expect(lineLabels([line({}), line({})])).toEqual(['8-core', '8-core (2)']);
  });
});
