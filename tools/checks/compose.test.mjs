import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fromRoot } from '../bootstrap/paths.mjs';

/** @typedef {{ image?: string; command?: string[]; environment?: Record<string, unknown>; volumes?: string[]; configs?: { source: string }[];
 *   depends_on?: string[] | Record<string, { condition: string }>; healthcheck?: { disable?: boolean }; restart?: string }} Service */
/** @typedef {{ services: Record<string, Service>; volumes: Record<string, unknown>; configs?: Record<string, { content: string }> }} Compose */

/** @param {string} file */
const textOf = (file) => readFileSync(fromRoot(file), 'utf8');

/** @param {string} file @returns {Compose} */
const composeOf = (file) => parse(textOf(file), { merge: true });

/** @param {Service} service */
const needs = ({ depends_on: needed = {} }) =>
  Array.isArray(needed)
    ? needed.map((name) => ({ name, condition: 'service_started' }))
    : Object.entries(needed).map(([name, { condition }]) => ({ name, condition }));

describe.each(['docker-compose.yml', 'docker-compose.scale.yml'])('%s', (file) => {
  const { services, volumes, configs = {} } = composeOf(file);

  it('starts each service after others that there are, and that can come to what is waited for', () => {
    for (const service of Object.values(services)) {
      for (const { name, condition } of needs(service)) {
        expect(Object.keys(services)).toContain(name);
        if (condition === 'service_healthy')
          expect(services[name]?.healthcheck).toMatchObject({ test: expect.anything() });
        if (condition === 'service_completed_successfully')
          expect(services[name]?.restart).toMatch(/^(no|on-failure)$/);
      }
    }
  });

  it('names volumes and configurations that there are, and each of them', () => {
    const mounted = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((volume) => volume.split(':')[0]),
    );
    expect(new Set(mounted)).toEqual(new Set(Object.keys(volumes)));
    const used = Object.values(services).flatMap((service) =>
      (service.configs ?? []).map(({ source }) => source),
    );
    expect(new Set(used)).toEqual(new Set(Object.keys(configs)));
  });

  it('names the version of each image, so that two starts run the same software', () => {
    for (const { image = '' } of Object.values(services))
      expect(image.replace(/^\$\{\w+:-(.*)\}$/, '$1')).toMatch(/^[\w./-]+:(?!latest$)[\w.-]+$/);
  });

  it('reads settings that .env.example explains', () => {
    const read = [...textOf(file).matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const explained = [...textOf('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(read.filter((name) => !explained.includes(name))).toEqual([]);
  });
});

it('gives the app the same settings on one host and on many, but for where its data is', () => {
  const settings = (/** @type {string} */ file) =>
    new Set(Object.keys(composeOf(file).services['web']?.environment ?? {}));
  const [one, many] = [settings('docker-compose.yml'), settings('docker-compose.scale.yml')];
  expect([...one].filter((name) => !many.has(name))).toEqual(['DATABASE_READ_URLS']);
  expect([...many].filter((name) => !one.has(name)).every((name) => name.startsWith('AWS_'))).toBe(true);
});

it('starts the same programs on one host and on many', () => {
  const commands = (/** @type {string} */ file) =>
    ['migrate', 'web', 'worker'].map((name) => composeOf(file).services[name]?.command);
  expect(commands('docker-compose.scale.yml')).toEqual(commands('docker-compose.yml'));
});

it('passes on every setting of docs/how-to/operations.md but those that belong to one machine', () => {
  const rows = [...textOf('docs/how-to/operations.md').matchAll(/^\| (`[A-Z_`, ]+`) \|/gm)].map(
    ([, names]) => names,
  );
  const settings = rows.flatMap((names = '') => {
    const [first = '', ...others] = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    // `BASECASE_OIDC_ISSUER`, `_CLIENT_ID`: a common prefix is written once.
    return [first, ...others.map((name) => (name.startsWith('_') ? first.replace(/_[A-Z]+$/, name) : name))];
  });
  const passed = Object.keys(composeOf('docker-compose.yml').services['web']?.environment ?? {});
  expect(settings.filter((name) => !passed.includes(name))).toEqual([
    'HOST',
    'PORT',
    'BASECASE_STATE',
    'BASECASE_LOCAL',
  ]);
});

it('explains each setting once, and none that nothing reads', () => {
  const names = [...textOf('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(names).toEqual([...new Set(names)]);
  const read = ['docker-compose.yml', 'docker-compose.scale.yml'].map(textOf).join('\n');
  for (const [, name] of textOf('.env.example').matchAll(/^(\w+)=/gm)) expect(read).toContain(`\${${name}`);
});
