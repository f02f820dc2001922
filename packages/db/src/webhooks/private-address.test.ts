import { describe, expect, it } from 'vitest';
import { checkUrl, isPrivateAddress } from './post-webhook';

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('is true for %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '193.168.1.1', '2606:4700::1111', '2a00:1450::1'])(
    'is false for %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe('checkUrl', () => {
  it.each([
    ['file:///etc/passwd', 'Only http and https'],
    ['ftp://example.com', 'Only http and https'],
    ['http://user:pw@example.com', 'password'],
    ['example.com', 'not a URL'],
    // Ways to write 127.0.0.1 that a browser understands, too.
    ['http://2130706433/', 'private network'],
    ['http://0x7f.1/', 'private network'],
    ['http://[::1]:3000/', 'private network'],
    ['http://127.1/', 'private network'],
    ['http://017700000001/', 'private network'],
    ['http://[::ffff:7f00:1]/', 'private network'],
    ['http://[64:ff9b::a00:1]/', 'private network'],
    ['http://127.0.0.1.:80/', 'private network'],
    ['http://①②⑦.⓪.⓪.①/', 'private network'],
    ['http://[fec0::1]/', 'private network'],
    ['http://198.18.0.1/', 'private network'],
    ['http://[64:ff9b:1::7f00:1]/', 'private network'],
  ])('refuses %s', (url, message) => {
    expect(() => checkUrl(url, false)).toThrow(message);
  });

  it('lets public addresses and names pass', () => {
    expect(checkUrl('https://example.com/hook?a=1', false).hostname).toBe('example.com');
    expect(checkUrl('http://127.0.0.1:9/', true).port).toBe('9');
  });
});
