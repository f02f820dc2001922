import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json';

describe('canonical JSON', () => {
  it('does not depend on the order of keys, but on that of lists', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: 2 })).toBe('{"a":2,"b":[1,{"c":"x","d":null}]}');
    expect(canonicalJson({ a: 2, b: [1, { c: 'x', d: null }] })).toBe(
      canonicalJson({ b: [1, { d: null, c: 'x' }], a: 2 }),
    );
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  it('leaves out what is undefined, as JSON does', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it('replaces what jsonb cannot store', () => {
    expect(canonicalJson('a\0b')).toBe('"a\ufffdb"');
    expect(canonicalJson('\ud83d')).toBe('"\ufffd"');
    expect(canonicalJson('\ud83d\ude00 é')).toBe('"\ud83d\ude00 é"');
  });
});
