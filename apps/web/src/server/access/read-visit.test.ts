import { describe, expect, it } from 'vitest';
import { networkOf, proxyList, readVisit } from './read-visit';

const proxies = proxyList(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
const read = (remoteAddress: string, headers: Record<string, string>) =>
  readVisit({ headers: { host: 'inner:3000', ...headers }, socket: { remoteAddress } }, proxies);

describe('readVisit', () => {
  const said = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'bench.example',
    'x-forwarded-proto': 'https',
  };

  it('believes nothing that a client says of itself', () => {
    expect(read('198.51.100.1', said)).toEqual({
      address: '198.51.100.1',
      host: 'inner:3000',
      scheme: 'http',
      isForwarded: true,
    });
  });

  it.each(['127.0.0.1', '::ffff:127.0.0.1', '10.3.2.1', 'fd00::1'])('believes the proxy at %s', (peer) => {
    expect(read(peer, said)).toEqual({
      address: '203.0.113.9',
      host: 'bench.example',
      scheme: 'https',
      isForwarded: true,
    });
  });

  it.each([
    ['what the client had sent before', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['proxies behind proxies', '1.1.1.1, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
    ['a chain of proxies only', '10.0.0.8, 10.0.0.7', '10.0.0.8'],
    ['a port', '203.0.113.9:4711', '203.0.113.9'],
    ['IPv6 with a port', '[2001:db8::1]:4711', '2001:db8::1'],
    ['no address', 'unknown', '10.0.0.1'],
    ['nothing', '', '10.0.0.1'],
  ])('finds the client behind %s', (_, header, address) => {
    expect(read('10.0.0.1', { 'x-forwarded-for': header }).address).toBe(address);
  });

  it('knows a plain request', () => {
    expect(read('127.0.0.1', {})).toEqual({
      address: '127.0.0.1',
      host: 'inner:3000',
      scheme: 'http',
      isForwarded: false,
    });
  });
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.9', '203.0.113.9'],
  [null, 'unknown'],
])('counts the wrong tokens of %s by %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
