import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findWrongSettings } from '@basecase/db/settings';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { fromRoot } from '../bootstrap/paths.mjs';

/** @param {string} file */
const textOf = (file) => readFileSync(fromRoot(file), 'utf8');

/** Names of the figures of /metrics, with what Prometheus appends to a histogram, and those of every scrape. */
const FIGURES = new Set([
  ...[...textOf('apps/web/src/server/metrics/metrics.ts').matchAll(/name: '(\w+)'/g)].map(([, name]) => name),
  'basecase_render_seconds_bucket',
  'process_resident_memory_bytes',
  'up',
]);

/** @param {string} expression of PromQL; functions and labels are not figures */
const figuresOf = (expression) =>
  [...expression.matchAll(/\b(basecase_\w+|process_\w+|up)\b/g)].map(([, name]) => name);

describe('alert rules', () => {
  /** @type {{ alert: string; expr: string; annotations: { summary: string; runbook: string } }[]} */
  const rules = parse(textOf('deploy/prometheus/alerts.yml')).groups[0].rules;

  it.each(rules)('$alert watches figures that exist', ({ expr }) => {
    expect(figuresOf(expr)).not.toEqual([]);
    expect(figuresOf(expr).filter((name) => !FIGURES.has(name))).toEqual([]);
  });

  it.each(rules)('$alert leads to a section that exists', ({ annotations: { runbook } }) => {
    const [file = '', section] = runbook.split('#');
    const heads = [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, head = '']) =>
      head.toLowerCase().replaceAll(' ', '-'),
    );
    if (section) expect(heads).toContain(section);
  });
});

it('the dashboard draws figures that exist, each panel in its own place', () => {
  /** @type {{ panels: { id: number; gridPos: { x: number; y: number; w: number }; targets: { expr: string }[] }[] }} */
  const { panels } = JSON.parse(textOf('deploy/grafana/basecase.json'));
  for (const { targets } of panels)
    for (const { expr } of targets) expect(figuresOf(expr).filter((name) => !FIGURES.has(name))).toEqual([]);
  const places = panels.map(({ gridPos: { x, y, w } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return `${x},${y}`;
  });
  expect(new Set(places).size).toBe(panels.length);
});

describe('the manifests for Kubernetes', () => {
  const documents = parseAllDocuments(textOf('deploy/kubernetes/basecase.yaml')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
  /** @param {string} kind */
  const ofKind = (kind) => documents.filter((document) => document.kind === kind);
  const pods = ofKind('Deployment').map(({ spec }) => ({
    selector: spec.selector.matchLabels,
    labels: spec.template.metadata.labels,
    spec: spec.template.spec,
  }));

  it('select the pods that they make', () => {
    for (const { selector, labels } of pods) expect(labels).toMatchObject(selector);
    for (const selector of [
      ofKind('Service')[0].spec.selector,
      ofKind('PodDisruptionBudget')[0].spec.selector.matchLabels,
    ])
      expect(pods.filter(({ labels }) => JSON.stringify(labels) === JSON.stringify(selector))).toHaveLength(
        1,
      );
  });

  it('ask for pages that the web server has, at ports that are named', () => {
    const [web] = pods[0]?.spec.containers ?? [];
    for (const probe of [web.startupProbe, web.livenessProbe, web.readinessProbe]) {
      expect(existsSync(fromRoot(`apps/web/src/app${probe.httpGet.path}/route.ts`))).toBe(true);
      expect(web.ports).toContainEqual({ name: probe.httpGet.port, containerPort: 3000 });
    }
    const [service] = ofKind('Service');
    expect(service.spec.ports[0].targetPort).toBe('http');
    const backend = ofKind('Ingress')[0].spec.rules[0].http.paths[0].backend.service;
    expect(backend).toEqual({ name: service.metadata.name, port: { name: service.spec.ports[0].name } });
  });

  it('hold settings that the web server and the worker accept', () => {
    const settings = { ...ofKind('ConfigMap')[0].data, DATABASE_URL: 'postgresql://basecase:x@db/basecase' };
    for (const value of Object.values(settings)) expect(value).toBeTypeOf('string');
    expect(findWrongSettings('web', settings)).toEqual([]);
    expect(findWrongSettings('worker', settings)).toEqual([]);
  });

  it('run without rights that are not needed, with limits of memory', () => {
    for (const { spec } of pods) {
      expect(spec.securityContext.runAsNonRoot).toBe(true);
      for (const { securityContext, resources, command } of spec.containers) {
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
        });
        expect(resources.limits.memory).toBeTruthy();
        // Each started file is in the image: a folder of the release keeps the paths of tools.
        for (const file of command.join(' ').match(/tools\/[\w/.-]+\.mjs/g))
          expect(existsSync(fromRoot(file))).toBe(true);
      }
    }
  });
});

describe('the unit for systemd', () => {
  const file = 'deploy/systemd/basecase.service';
  const hasTool = spawnSync('systemd-analyze', ['--version']).status === 0;

  it('starts the command of the release, and gives it time to stop', () => {
    const unit = textOf(file);
    expect(unit).toContain('ExecStart=/usr/bin/env basecase start\n');
    expect(unit).toMatch(/^KillMode=mixed$/m);
    expect(unit).toMatch(/^User=basecase$/m);
  });

  // On systems with another init there is nothing to verify it with.
  it.runIf(hasTool)('is accepted by systemd', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'unit-'));
    try {
      const copy = path.join(directory, 'basecase.service');
      writeFileSync(copy, textOf(file));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', copy], {
        encoding: 'utf8',
      });
      expect(stderr.split('\n').filter((line) => line.includes('basecase.service'))).toEqual([]);
      expect(status).toBe(0);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('the image', () => {
  const BASE = /^FROM \$\{NODE_IMAGE\}( AS build)?$/;
  const release = parse(textOf('.github/workflows/release.yml')).jobs.image.steps;

  it('is built from one base image that is named to the patch', () => {
    const lines = textOf('Dockerfile').split('\n');
    expect(lines.filter((line) => line.startsWith('ARG NODE_IMAGE='))).toEqual([
      expect.stringMatching(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-bookworm-slim$/),
    ]);
    const bases = lines.filter((line) => line.startsWith('FROM '));
    expect(bases).toEqual([expect.stringMatching(BASE), expect.stringMatching(BASE)]);
  });

  it('of a release is built from the digest of that base image, and from nothing where there is none', () => {
    const [base, build] = ['base', undefined].map((id) =>
      release.find(
        (/** @type {Record<string, any>} */ step) => step.id === id && (id || /build-push/.test(step.uses)),
      ),
    );
    expect(base.run).toContain("sed -n 's/^ARG NODE_IMAGE=//p' Dockerfile");
    expect(base.run).toContain('[[ "$digest" =~ ^sha256:[0-9a-f]{64}$ ]]');
    expect(base.run).toContain('echo "image=$image@$digest"');
    expect(build.with['build-args']).toMatch(/^NODE_IMAGE=\$\{\{ steps\.base\.outputs\.image \}\}$/);
    expect(release.indexOf(base)).toBeLessThan(release.indexOf(build));
    expect(build.with).toMatchObject({ sbom: true, provenance: 'mode=max' });
  });
});

describe('the workflows', () => {
  const { scripts } = JSON.parse(textOf('package.json'));
  const tasks = Object.keys(JSON.parse(textOf('turbo.json').replaceAll(/^\s*\/\/.*$/gm, '')).tasks);
  const workflows = readdirSync(fromRoot('.github/workflows'));
  /** @type {(name: string) => string[]} */
  const commandsOf = (name) =>
    Object.values(parse(textOf(`.github/workflows/${name}`)).jobs).flatMap(({ steps }) =>
      steps.flatMap((/** @type {{ run?: string }} */ { run }) => run?.split('\n') ?? []),
    );

  it.each(workflows)('%s runs scripts, workspaces and tasks that exist', (name) => {
    for (const command of commandsOf(name)) {
      const [, script, workspace] = /npm run ([\w:-]+)(?:.* --workspace (\S+))?/.exec(command) ?? [];
      const known = workspace
        ? JSON.parse(textOf(`${workspace.replace('@basecase/', '')}/package.json`)).scripts
        : scripts;
      if (script) expect(Object.keys(known)).toContain(script);
      if (/npm test\b/.test(command)) expect(scripts).toHaveProperty('test');
      const wanted = /turbo run ((?:\w+ )+)/.exec(command)?.[1]?.trim().split(' ') ?? [];
      expect(wanted.filter((task) => !tasks.includes(task))).toEqual([]);
    }
    expect(commandsOf(name)).not.toEqual([]);
  });
});
