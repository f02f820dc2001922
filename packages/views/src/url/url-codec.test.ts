import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportUrl } from '../benchmarks/report-model';
import { compareUrl } from '../compare/compare-state';
import { noiseUrl } from '../noise/noise';
import { regressionsUrl } from '../regressions/regressions-state';
import { runsUrl } from '../runs/runs-run';
import { serversUrl } from '../servers/servers-state';
import { trendsUrl } from '../trends/trends-state';
import { filesUrl, uploadsUrl } from '../uploads/uploads-state';
import { webhooksUrl } from '../webhooks/webhooks';
import { type Field, flag, heatmaps, oneOf, slugs, text, whole } from './fields';
import { artifactUrl } from './hrefs';
import { type UrlCodec, urlCodec } from './url-codec';

const VIEWS = {
  artifactUrl,
  compareUrl,
  filesUrl,
  noiseUrl,
  regressionsUrl,
  reportUrl,
  runsUrl,
  serversUrl,
  trendsUrl,
  uploadsUrl,
  webhooksUrl,
};
type AnyCodec = UrlCodec<Record<string, unknown>>;
const codecs = Object.entries(VIEWS) as unknown as [string, AnyCodec][];

/** Texts that fields of some kind read, and texts that mean nothing to them. */
const SENSE = [
  '',
  '1',
  '17',
  '0.97',
  'all',
  'pn53@w',
  'ax162-s@io',
  'a,b,,c',
  '1763692200000-17',
  'x10a & más',
];

function textsOf({ schema: { enum: choices = [] } }: Field<unknown>): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...SENSE, ...choices), fc.string({ unit: 'binary-ascii', maxLength: 8 }));
}

/** Addresses with some of the parameters of a view, some of them several times, in any order. */
function addresses({ fields }: AnyCodec): fc.Arbitrary<[string, string][]> {
  const names = fc.constantFrom('unknown', ...Object.keys(fields));
  const pair = names.chain((name) =>
    (fields[name] ? textsOf(fields[name]) : fc.string()).map((value): [string, string] => [name, value]),
  );
  return fc.array(pair, { maxLength: 20 });
}

const again = (codec: AnyCodec, state: Record<string, unknown>, from = codec.defaults) =>
  codec.parse(new URLSearchParams(codec.query(state, from)), from);

describe.each(codecs)('%s', (_, codec) => {
  it('reads every state that an address can mean back from its own query', () => {
    fc.assert(
      fc.property(addresses(codec), (address) => {
        const state = codec.parse(address);
        expect(again(codec, state)).toEqual(state);
      }),
    );
  });

  it('does so where an address without a query means another state', () => {
    fc.assert(
      fc.property(addresses(codec), addresses(codec), (address, frozen) => {
        const [state, from] = [codec.parse(address), codec.parse(frozen)];
        expect(again(codec, state, from)).toEqual(state);
        expect(codec.query(from, from)).toBe('');
      }),
    );
  });

  it('takes no text that is longer than any name, or holds NUL, and names it as a problem', () => {
    const long = 'x'.repeat(5000);
    for (const name of Object.keys(codec.fields)) {
      for (const bad of [long, `${long}@b`, `a@${long}`, 'a\0b']) {
        expect([name, codec.parse([[name, bad]])[name]]).toEqual([name, codec.defaults[name]]);
        expect(codec.problems([[name, bad]]).map(({ parameter }) => parameter)).toContain(name);
      }
    }
  });

  it('reads each allowed value as another state', () => {
    for (const [name, { schema }] of Object.entries(codec.fields)) {
      const { enum: choices = [] } = schema;
      const states = choices.map((choice) => codec.parse([[name, choice]])[name]);
      expect(new Set(states).size).toBe(choices.length);
    }
  });
});

describe('urlCodec', () => {
  const codec = urlCodec({
    q: text({ max: 5 }),
    sort: oneOf('size', 'date'),
    only: flag(),
    page: whole(9, 1),
    on: heatmaps(2),
    cols: slugs(),
  });

  it('has defaults, and an address without them', () => {
    expect(codec.defaults).toEqual({ q: '', sort: 'size', only: false, page: 1, on: [], cols: [] });
    expect(codec.query({})).toBe('');
    expect(codec.query({ page: 2, q: 'a b' })).toBe('?q=a+b&page=2');
  });

  it('counts the last of several texts, and all of a list', () => {
    const query = 'sort=size&sort=date&on=a@w&on=nonsense&on=b@w&on=c@w&cols=v1&cols=v2,v3';
    expect(codec.parse(new URLSearchParams(query))).toEqual({
      ...codec.defaults,
      ...{ sort: 'date', on: ['a@w', 'b@w'], cols: ['v1', 'v2', 'v3'] },
    });
  });

  it('takes the default for nonsense, also where nothing would mean something else', () => {
    const from = { ...codec.defaults, q: 'frozen', page: 3, only: true };
    const state = codec.parse(new URLSearchParams('page=10&only=yes'), from);
    expect(state).toEqual({ ...codec.defaults, q: 'frozen' });
    expect(codec.query(state, from)).toBe('?only=&page=1');
  });

  it('writes an empty list if the default is not empty', () => {
    const from = { ...codec.defaults, on: ['a@w'] };
    expect(codec.query({ on: [] }, from)).toBe('?on=');
    expect(codec.parse(new URLSearchParams('on='), from).on).toEqual([]);
  });

  it('gives a form what it must keep', () => {
    expect(codec.pairs({ ...codec.defaults, on: ['a@w', 'b@w'], only: true })).toEqual([
      ['only', '1'],
      ['on', 'a@w'],
      ['on', 'b@w'],
    ]);
  });
});
