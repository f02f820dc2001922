import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeApi } from './describe-api';

const api = describeApi('1.2.3');

describe('describeApi', () => {
  it('describes every route of uploads, compare, regressions and health, and no other', () => {
    const folder = path.join(import.meta.dirname, '../../app/api');
    const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => path.basename(file) === 'route.ts')
      .map((file) => `/api/${path.dirname(file).replaceAll('[', '{').replaceAll(']', '}')}`)
      .filter((route) => /^\/api\/(health|v1\/(uploads|compare|regressions(\.atom)?))(\/|$)/.test(route));
    expect(Object.keys(api.paths).sort()).toEqual(routes.sort());
  });

  it('says of an upload what the request is checked with', () => {
    const { parameters, security, responses } = api.paths['/api/v1/uploads'].put;
    expect(parameters).toContainEqual({
      name: 'filename',
      in: 'query',
      required: true,
      schema: expect.objectContaining({ type: 'string', minLength: 1 }),
    });
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'hold', required: false }));
    expect(security).toEqual([{ token: [] }]);
    expect(Object.keys(responses)).toEqual(['200', '202', '400', '401', '403', '413', '429']);
  });

  it('is plain JSON in which every reference leads somewhere', () => {
    const text = JSON.stringify(api);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, target]) => target?.split('/') ?? [],
    );
    expect(references.length).toBeGreaterThan(10);
    for (const parts of references) {
      expect(parts.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], api)).toBeTypeOf(
        'object',
      );
    }
  });
});
