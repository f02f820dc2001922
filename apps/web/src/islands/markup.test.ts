import { describe, expect, it } from 'vitest';
import { propsText } from './markup';

describe('what an island is given', () => {
  it('is the same after JSON, and cannot end its element', () => {
    const props = { name: '</script><script>alert(1)</script><!--', values: [1.5, null], none: undefined };
    const text = propsText(props);
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual({ name: props.name, values: [1.5, null] });
  });

  it.each([new Date(0), Number.NaN, Number.POSITIVE_INFINITY, new Map(), () => 1, 1n])(
    'is never what JSON changes: %s',
    (value) => {
      expect(() => propsText({ deep: [{ value }] })).toThrow(/value of an island would not outlive JSON/);
    },
  );
});
