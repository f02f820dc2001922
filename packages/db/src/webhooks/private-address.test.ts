import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checkUrl, isPrivateAddress, publicLookup } from './post-webhook';

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    // Services of clouds for their machines: Azure, Alibaba, Oracle, AWS.
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
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
    ['http://0/', 'private network'],
    ['http://0251.0376.0251.0376/latest/meta-data', 'private network'],
    ['http://2852039166/', 'private network'],
    ['http://0xa9fea9fe/', 'private network'],
    ['http://169.254.43518/', 'private network'],
    ['http://１６９.２５４.１６９.２５４/', 'private network'],
    ['http://169。254。169。254/', 'private network'],
    ['http://[::ffff:a9fe:a9fe]/', 'private network'],
    ['http://[::a9fe:a9fe]/', 'private network'],
    ['http://[2002:a9fe:a9fe::]/', 'private network'],
    ['http://[0:0:0:0:0:ffff:169.254.169.254]/', 'private network'],
    ['gopher://169.254.169.254/', 'Only http and https'],
    ['http:169.254.169.254', 'private network'],
    ['http:\\\\169.254.169.254\\', 'private network'],
    ['http://169.254.169.254%00.example.com/', 'not a URL'],
    ['http://[fe80::1%25eth0]/', 'not a URL'],
  ])('refuses %s', (url, message) => {
    expect(() => checkUrl(url, false)).toThrow(message);
  });

  it('lets public addresses and names pass', () => {
    expect(checkUrl('https://example.com/hook?a=1', false).hostname).toBe('example.com');
    expect(checkUrl('http://127.0.0.1:9/', true).port).toBe('9');
  });
});

describe('a name', () => {
  /** Each look-up gives the next of these answers. */
  const answers = (...all: string[][]) => {
    const asked: string[] = [];
    const look = (name: string, _: unknown, callback: (error: null, addresses: object[]) => void) => {
      const found = all[asked.push(name) - 1] ?? [];
      callback(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
    return { asked, lookup: publicLookup(look as unknown as Parameters<typeof publicLookup>[0]) };
  };

  it.each([
    ['one private address', [['10.0.0.1']]],
    ['a private one behind a public one', [['8.8.8.8', '127.0.0.1']]],
    ['a private one of the other family', [['8.8.8.8', '::ffff:127.0.0.1']]],
  ])('with %s is not called', async (_, all) => {
    const { lookup } = answers(...all);
    await expect(once(request('http://a.example/', { lookup }).end(), 'response')).rejects.toThrow(
      'private network',
    );
  });

  it('that leads elsewhere at each look-up is called at the address that was looked at, or not at all', async () => {
    let calls = 0;
    const inside = createServer((_, response) => {
      calls += 1;
      response.end();
    });
    await once(inside.listen(0, '127.0.0.1'), 'listening');
    const { port } = inside.address() as AddressInfo;
    const { asked, lookup } = answers(['8.8.8.8'], ['127.0.0.1']);
    const found = await new Promise((resolve) =>
      lookup('a.example', { all: false }, (...all) => resolve(all)),
    );
    expect(found).toEqual([null, '8.8.8.8', 4]);
    const sent = request(`http://a.example:${port}/`, { lookup }).end();
    await expect(once(sent, 'response')).rejects.toThrow('127.0.0.1 is a private network address');
    expect([asked.length, calls]).toEqual([2, 0]);
    inside.close();
  });
});
