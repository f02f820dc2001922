import { describe, expect, it } from 'vitest';
import { secretForms } from '../testing/secret-forms';
import { WRAPPINGS, wrap } from '../testing/wrap';
import { maskText } from './secret-masker';

/** What is shown of each form, which is the same behind every prefix. */
const forms = secretForms().map(({ text, secret }) => {
  const bare = `before: 1\n${text}\nthreads = 8\n`;
  return { secret, bare, shown: maskText(bare) };
});

describe('secrets in logs out of a CI, a container or a terminal', () => {
  it.each(Object.entries(WRAPPINGS))('%s', (_, wrapping) => {
    const wrapped = (log: string) => wrap(Buffer.from(log), wrapping).toString('latin1');
    const wrong = forms.flatMap(({ secret, bare, shown }) => {
      const masked = maskText(wrapped(bare));
      const isHidden = !masked.includes(secret) && masked === wrapped(shown);
      return isHidden && maskText(masked) === masked ? [] : [{ bare, masked, again: maskText(masked) }];
    });
    expect(wrong).toEqual([]);
  });
});
