import { describe, expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory, runFiles } from '../testing/fixtures';

const NIGHT = 'x.pg19devel_20260829_g4eb13e8_o2nofp.x10b_c8r32.pk1';
const RELEASE = 'x.pg180_o2nofp.x10b_c8r32.pk1';

async function read(label: string, manifest?: object) {
  using directory = makeDirectory({
    ...runFiles(label),
    ...(manifest && { 'basecase.json': JSON.stringify({ basecase: 1, ...manifest }) }),
  });
  const { runs, diagnostics } = await readUpload(directory.path);
  const reports = diagnostics.filter(({ code }) => code === 'MANIFEST_INVALID');
  return { run: runs[0], invalid: reports.map(({ message }) => message) };
}

const OF_NAME = {
  commit: '4eb13e8',
  branch: null,
  committedAt: '2026-08-29T00:00:00.000Z',
  number: null,
  url: null,
  repository: null,
};

describe('basecase.json', () => {
  it('is read without its version, with a warning', async () => {
    using directory = makeDirectory({ ...runFiles(NIGHT), 'basecase.json': '{"product": "Other"}' });
    const { runs, diagnostics } = await readUpload(directory.path);
    expect(runs[0]?.variant.product).toBe('Other');
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code: 'MANIFEST_UNVERSIONED', severity: 'warning', file: 'basecase.json' }),
    );
  });

  it('names its server in one word too', async () => {
    const { run, invalid } = await read(NIGHT, { server: 'pn53' });
    expect([run?.server?.name, invalid]).toEqual(['pn53', []]);
  });

  it('loses only the fields that are wrong, each with its line', async () => {
    const text = `{
  "product": 5,
  "version": "9.1",
  "server": { "name": "pn53",
    "cores": "eight" },
  "srv": "x",
  "workload": { "label": "a" },
  "build": { "branch": "main", "url": [] },
  "columns": ["a",
    7]
}`;
    using directory = makeDirectory({ ...runFiles(RELEASE), 'basecase.json': text });
    const { runs, diagnostics } = await readUpload(directory.path);
    expect(runs[0]).toMatchObject({
      variant: { product: 'PostgreSQL', version: '9.1' },
      server: { name: 'pn53' },
      workload: { label: 'a' },
    });
    const said = diagnostics.filter(({ code }) => code === 'MANIFEST_INVALID');
    expect(said.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 product: expected string, received number. Only product is ignored.',
      '5 server.cores: expected number, received string. Only server.cores is ignored.',
      expect.stringMatching(
        /^6 srv: no field of basecase\.json, expected one of basecase, .* build\.url: expected .* columns\.1: expected string/,
      ),
    ]);
  });

  it.each([
    ['{ "product": "Other"', null],
    ['{\n"product": "Other",,}', 2],
    ['[]', null],
    ['{\n"basecase": 2, "product": "Other"}', 2],
    ['{"server": {"cores": 8}}', 1],
  ])('is ignored as a whole where nothing of it can be read: %s', async (text, line) => {
    using directory = makeDirectory({ ...runFiles(RELEASE), 'basecase.json': text });
    const { runs, diagnostics } = await readUpload(directory.path);
    expect(runs[0]).toMatchObject({ server: null, variant: { product: 'PostgreSQL' } });
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'MANIFEST_INVALID', line }));
  });

  it('is refused with the reason where its layout can not be read', async () => {
    expect((await read(NIGHT, { layout: '{product}{version}/{test}.txt' })).invalid).toEqual([]);
    expect((await read(NIGHT, { layout: '{vesion}/x' })).invalid).toEqual([
      expect.stringMatching(/^layout: the layout has \{vesion\}, expected one of/),
    ]);
  });
});

describe('builds of an upload', () => {
  it('is named by the run directory, and the flavour is that of all nights', async () => {
    expect((await read(NIGHT)).run?.variant).toEqual({
      product: 'PostgreSQL',
      version: '19devel',
      versionKnown: true,
      flavour: 'o2nofp',
      config: 'x10b_c8r32',
      build: OF_NAME,
    });
    expect((await read(RELEASE)).run?.variant.build).toBeUndefined();
  });

  it('is named by basecase.json', async () => {
    const repository = {
      url: 'https://github.com/postgres/postgres',
      commitUrl: 'https://git.example/c/{commit}',
    };
    const build = {
      commit: '4EB13E8A1B2C',
      branch: 'master',
      committedAt: '2026-08-29T18:00:00+02:00',
      number: 1234,
      url: 'https://ci.example/1234',
    };
    const { run, invalid } = await read(RELEASE, { version: '19devel', build, repository });
    expect(invalid).toEqual([]);
    expect(run?.variant).toMatchObject({ version: '19devel', versionKnown: true, flavour: 'o2nofp' });
    expect(run?.variant.build).toEqual({
      ...build,
      commit: '4eb13e8a1b2c',
      committedAt: '2026-08-29T16:00:00.000Z',
      repository,
    });
  });

  it('is what basecase.json says in place of names, field by field', async () => {
    const repository = { url: 'https://github.com/postgres/postgres' };
    const { run } = await read(NIGHT, { build: { commit: '4eb13e8a1b2c' }, repository });
    expect(run?.variant.build).toEqual({
      ...OF_NAME,
      commit: '4eb13e8a1b2c',
      repository: { ...repository, commitUrl: `${repository.url}/commit/{commit}` },
    });
    const other = await read(NIGHT, { build: { commit: 'aaaaaaa' } });
    expect(other.run?.variant.build).toEqual({ ...OF_NAME, commit: 'aaaaaaa', committedAt: null });
  });

  it('is named by a version of basecase.json; a repository alone makes no build', async () => {
    const { run } = await read(RELEASE, { version: '19devel-g4eb13e8' });
    expect(run?.variant).toMatchObject({
      version: '19devel',
      versionKnown: true,
      build: { commit: '4eb13e8' },
    });
    const release = await read(RELEASE, { repository: { url: 'https://x/y' } });
    expect(release.run?.variant.build).toBeUndefined();
  });

  it('masks passwords in addresses', async () => {
    const url = 'https://me:S3cr3t@ci.example/1';
    const { run } = await read(RELEASE, { build: { number: 1, url }, repository: { url } });
    expect(run?.variant.build).toMatchObject({
      url: 'https://me:***@ci.example/1',
      repository: { url: 'https://me:***@ci.example/1' },
    });
    expect(JSON.stringify(run?.variant)).not.toContain('S3cr3t');
  });

  it.each([
    [{ build: {} }, 'build: expected a commit, committedAt or number'],
    [{ build: { branch: 'master' } }, 'build: expected a commit, committedAt or number'],
    [{ build: { commit: 'master' } }, 'build.commit: expected 7 to 64 hexadecimal digits'],
    [{ build: { committedAt: '2026-08-29' } }, 'build.committedAt: expected a time with its zone'],
    [{ build: { number: 1.5 } }, 'build.number: expected a whole number'],
    [{ build: { url: 'javascript:alert(1)' } }, 'build.url: expected an address'],
    [{ build: { sha: 'x' } }, 'build.sha: no field of basecase.json'],
    [{ repository: {} }, 'repository: expected a url or a commitUrl'],
    [{ repository: { url: 'javascript:alert(1)' } }, 'repository.url: expected an address'],
    [{ repository: { commitUrl: 'https://x/commit/' } }, 'repository.commitUrl: expected an address'],
    [{ repository: { commitUrl: 'javascript:{commit}' } }, 'repository.commitUrl: expected an address'],
    [{ facts: { kernle: '6.8' } }, 'facts.kernle: no field of basecase.json'],
    [{ facts: { kernel: 6 } }, 'facts.kernel: expected string'],
  ])('ignores %j and reports the expected form', async (manifest, message) => {
    const { run, invalid } = await read(NIGHT, manifest);
    expect(invalid).toEqual([expect.stringContaining(message)]);
    expect(run?.variant.build).toEqual(OF_NAME);
  });
});

describe('facts of an upload', () => {
  // Its two logs are of two builds of sysbench: they share no tool version.
  it('are read of its logs', async () => {
    expect((await read(RELEASE)).run?.facts).toEqual({
      kernel: '5.15.0-119-generic',
    });
  });

  it('are those of basecase.json, then of logs, then of the server', async () => {
    const server = { name: 'pn53', cpu: 'Ryzen', storage: 'nvme', os: 'Ubuntu 24.04, Linux 5.4.0-1' };
    const { run } = await read(RELEASE, { server, facts: { compiler: 'gcc 14', cpu: 'EPYC' } });
    expect(run?.facts).toEqual({
      kernel: '5.15.0-119-generic',
      compiler: 'gcc 14',
      cpu: 'EPYC',
      storage: 'nvme',
      os: 'Ubuntu 24.04, Linux 5.4.0-1',
    });
    expect((await read(RELEASE, { facts: { kernel: '7.0' } })).run?.facts?.kernel).toBe('7.0');
  });
});
