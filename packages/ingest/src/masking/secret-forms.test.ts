import { describe, expect, it } from 'vitest';
import { secretForms } from '../testing/secret-forms';
import { maskText } from './secret-masker';

describe('forms of secrets', () => {
  it('are at least 780', () => {
    expect(secretForms().length).toBeGreaterThanOrEqual(780);
  });

  it.each(secretForms())('$text', ({ text, secret }) => {
    const masked = maskText(`before: 1\n${text}\nthreads = 8\n`);
    expect(masked).not.toContain(secret);
    expect(masked.startsWith('before: 1\n')).toBe(true);
    expect(masked.split('\n').length).toBe(text.split('\n').length + 3);
    expect(maskText(masked)).toBe(masked);
  });
});
