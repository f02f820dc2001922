import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { describeApi } from './describe-api';

const api = describeApi('1.2.3');

interface Described {
  parameters: { name: string; in: string; required: boolean }[];
  security: object[];
  responses: object;
}
const paths: Record<string, Record<string, Described>> = api.paths;

function find(path: string, method: string): Described {
  const described = paths[path]?.[method];
  if (!described) throw new Error(`${method} ${path} is not described`);
  return described;
}

/** Routes for the pages of this version only; they change together with the pages. */
const OWN = [
  '/api/trpc/{trpc}',
  '/api/compare/data',
  '/api/compare/values',
  '/api/servers/rest',
  '/api/sign-in',
  '/api/sign-in/start',
  '/api/sign-in/callback',
  '/api/sign-out',
  '/p/{slug}/data',
  // Its protocol describes its tools.
  '/mcp',
  // Pages of the documentation.
  '/docs/{{...path}}',
];

const METHOD = /^export (?:async function|function|const) (GET|PUT|POST|DELETE|PATCH)\b/gm;

/** `GET /api/health` for each method of each route of the app. */
function routesOfApp(): string[] {
  const app = path.join(import.meta.dirname, '../../app');
  return readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^route\.tsx?$/.test(path.basename(file)))
    .map((file) => ({ file, route: `/${path.dirname(file)}`.replaceAll('[', '{').replaceAll(']', '}') }))
    .filter(({ route }) => !OWN.includes(route))
    .flatMap(({ file, route }) =>
      [...readFileSync(path.join(app, file), 'utf8').matchAll(METHOD)].map(
        ([, method]) => `${method} ${route}`,
      ),
    );
}

describe('describeApi', () => {
  it('is OpenAPI, as the schema of its standard says', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(api))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    const wrong = { ...structuredClone(api), info: { title: 'Basecase' } };
    expect(await validator.validate(wrong)).toMatchObject({ valid: false });
  });

  it('describes every method of every route that others may call, and no other', () => {
    const methods = Object.entries(paths).flatMap(([route, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${route}`),
    );
    expect(methods.sort()).toEqual(routesOfApp().sort());
  });

  it('has each part of a path that is in braces as a parameter, once', () => {
    for (const [route, operations] of Object.entries(paths)) {
      const parts = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(operations)) {
        const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map(({ name }) => name)).toEqual(parts);
        expect(inPath.every(({ required }) => required)).toBe(true);
        const names = operation.parameters.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      }
    }
  });

  it('says of an upload what the request is checked with', () => {
    const { parameters, security, responses } = find('/api/v1/uploads', 'put');
    expect(parameters).toContainEqual({
      name: 'filename',
      in: 'query',
      required: true,
      schema: expect.objectContaining({ type: 'string', minLength: 1 }),
    });
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'hold', required: false }));
    expect(security).toEqual([{ token: [] }]);
    expect(Object.keys(responses)).toEqual([
      '200',
      '202',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '429',
      '500',
      '503',
      '507',
    ]);
  });

  it('says of a view what its address is read with', () => {
    const { parameters } = find('/api/v1/compare', 'get');
    expect(parameters).toContainEqual({
      name: 'rule',
      in: 'query',
      required: false,
      schema: expect.objectContaining({ enum: ['verdicts', 'thresholds'], default: 'verdicts' }),
    });
    expect(parameters.map(({ name }) => name)).toContain('cell');
  });

  it('is plain JSON in which every reference leads somewhere', () => {
    const text = JSON.stringify(api);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, target]) => target?.split('/') ?? [],
    );
    expect(text).not.toContain('"$schema"');
    expect(references.length).toBeGreaterThan(10);
    for (const parts of references) {
      expect(parts.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], api)).toBeTypeOf(
        'object',
      );
    }
  });

  it('lists the operations that need a token where reading is closed', () => {
    const of = (path: string) => find(path, 'get');
    expect(of('/api/v1/compare').security).toEqual([{}, { token: [] }, { password: [] }]);
    expect(of('/api/v1/compare').responses).toHaveProperty('401');
    expect(of('/api/health').security).toEqual([]);
    expect(of('/api/health').responses).not.toHaveProperty('401');
  });
});
