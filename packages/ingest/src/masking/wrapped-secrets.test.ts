import { describe, expect, it } from 'vitest';
import { secretForms } from '../testing/secret-forms';
import { WRAPPINGS, wrap } from '../testing/wrap';
import { maskText } from './secret-masker';

describe('secrets in logs out of a CI, a container or a terminal', () => {
  it.each(Object.entries(WRAPPINGS))('%s', (_, wrapping) => {
    for (const { text, secret } of secretForms()) {
      const bare = `before: 1\n${text}\nthreads = 8\n`;
      const wrapped = (log: string) => wrap(Buffer.from(log), wrapping).toString('latin1');
      const masked = maskText(wrapped(bare));
      expect(masked, text).not.toContain(secret);
      expect(masked, text).toBe(wrapped(maskText(bare)));
      expect(maskText(masked), text).toBe(masked);
    }
  });
});
