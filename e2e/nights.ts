import { type APIRequestContext, expect } from '@playwright/test';
import { type Files, run, upload } from './small-upload';

/** One server for all specs: two that are alike would be put side by side on other pages. */
export const NIGHTS_SERVER = 'e2e-nights';
/** Nights that are made, and the one in which `update-zipf` begins to be slower. */
const NIGHTS = 40;
export const STEP = 25;
/** From here on `insert` may be slower: too few nights to know. */
const NEWEST = 38;
const DAY = 86_400_000;
const LAST = Date.UTC(2026, 10, 16, 2);
const RELEASE_RUNS = 3;

/** Queries per second of a test in the release, and what a night is worth to that. */
const TESTS: Record<string, { qps: number; factor: (night: number) => number }> = {
  'point-query': { qps: 21_000, factor: () => 1 },
  'read-only': { qps: 9_400, factor: () => 1 },
  'update-zipf': { qps: 4_700, factor: (night) => (night >= STEP ? 0.88 : 1) },
  insert: { qps: 6_100, factor: (night) => (night >= NEWEST ? 0.93 : 1) },
};

/** Where nights were sent to. */
export interface SentNights {
  /** Path and query of the overview of all tests. */
  overviewPath: string;
  /** The same for one test, night after night. */
  seriesPath: (test: string) => string;
}

/**
 * Sends 40 nights of PostgreSQL 19devel and the release before as one tarball, and waits until they are judged. The bytes
 * are always the same, and stored once, whoever sends them first.
 */
export async function sendNights(request: APIRequestContext): Promise<SentNights> {
  const releases = Array.from({ length: RELEASE_RUNS }, (_, index) => releaseFiles(index));
  const nights = Array.from({ length: NIGHTS }, (_, night) => nightFiles(night));
  const files: Files = Object.assign({}, ...releases, ...nights);
  const { comparePath } = await upload(request, files, { filename: 'nights.tar.gz' });
  const workload = new URL(comparePath, 'http://localhost').searchParams.get('workload') ?? '';
  const query = new URLSearchParams({ server: NIGHTS_SERVER, workload });
  const sentence = async () => {
    const answer = await request.get(`/api/v1/views/series?${query}`);
    return answer.ok() ? (await answer.json()).sentence.strong : '';
  };
  await expect.poll(sentence, { timeout: 30_000 }).toContain('slower');
  return {
    overviewPath: `/series?${query}`,
    seriesPath: (test) => `/series?${query}&test=${test}_range%3D100`,
  };
}

/** A commit, the same for the same night; hashes are in no order. */
export function commitOf(night: number): string {
  return (((night + 1) * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0').repeat(5);
}

function nightFiles(night: number): Files {
  const at = LAST - (NIGHTS - 1 - night) * DAY;
  const build = {
    commit: commitOf(night),
    branch: 'master',
    committedAt: new Date(at - DAY / 24).toISOString(),
  };
  return filesOf(`nights/n${String(night).padStart(2, '0')}`, {
    manifest: { ...manifestOf(at), version: '19devel', build },
    factor: (test, index) => (TESTS[test]?.factor(night) ?? 1) * wobble(night, index),
  });
}

function releaseFiles(index: number): Files {
  return filesOf(`nights/release${index}`, {
    manifest: { ...manifestOf(LAST - (NIGHTS + index) * DAY), version: '18.4' },
    factor: (_, test) => wobble(index, test + 10),
  });
}

function manifestOf(at: number) {
  return {
    basecase: 1,
    server: { name: NIGHTS_SERVER, cores: 8 },
    product: 'PostgreSQL',
    config: 'x10b_c8r32',
    startedAt: new Date(at).toISOString(),
  };
}

function filesOf(
  directory: string,
  { manifest, factor }: { manifest: object; factor: (test: string, index: number) => number },
): Files {
  const qps = Object.entries(TESTS).map(([test, own], index) => [test, own.qps * factor(test, index)]);
  return {
    [`${directory}/basecase.json`]: JSON.stringify(manifest),
    ...run(directory, Object.fromEntries(qps), 0),
  };
}

/** Noise of about 0.5%, the same for the same night and test. */
function wobble(night: number, test: number): number {
  const seed = Math.sin((night + 1) * 12.9898 + (test + 1) * 78.233) * 43_758.5453;
  return 1 + (seed - Math.floor(seed) - 0.5) * 0.015;
}
