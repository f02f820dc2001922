import { describe, expect, it } from 'vitest';
import { makeView, toEntry } from '../testing/test-view';
import { chooseReport, serverChoices, workloadChoices } from './report-page';

const entry = (server: string, slug: string, origin: 'uploaded' | 'published', at = '2026-01-01T00:00:00Z') =>
  toEntry(
    makeView({
      benchmark: 'tproc-c',
      server,
      workload: { slug, label: slug, origin, source: origin === 'published' ? '2026-01-07 post' : null },
      columns: ['PostgreSQL 18.1'],
      tests: { 'vu1.w100': [1] },
    }),
    at,
  );

const entries = [
  entry('b', 'old', 'uploaded', '2025-01-01T00:00:00Z'),
  entry('b', 'new', 'uploaded', '2026-01-01T00:00:00Z'),
  entry('a', 'post', 'published', '2026-06-01T00:00:00Z'),
];

describe('which heatmap a report shows', () => {
  it('is the one that is asked for', () => {
    expect(chooseReport(entries, { server: 'b', workload: 'old' })).toBe(entries[0]);
  });

  it('is the newest upload unasked: own numbers come before published ones', () => {
    expect(chooseReport(entries, { server: '', workload: '' })).toBe(entries[1]);
  });

  it('is the first of the server when it has not run the workload, and the first of all when there is no such server', () => {
    expect(chooseReport(entries, { server: 'a', workload: 'old' })).toBe(entries[2]);
    expect(chooseReport(entries, { server: 'nowhere', workload: '' })).toBe(entries[1]);
    expect(chooseReport([], { server: 'a', workload: '' })).toBeNull();
  });
});

describe('what the form offers', () => {
  it('lists each server once, by name', () => {
    expect(serverChoices(entries).map(({ label }) => label)).toEqual(['a, 8-core', 'b, 8-core']);
  });

  it('lists the workloads of a server and says where their numbers come from', () => {
    expect(workloadChoices(entries, 'b').map(({ value }) => value)).toEqual(['new', 'old']);
    expect(workloadChoices(entries, 'a')).toEqual([
      { value: 'post', label: 'post (published 2026-01-07 post)' },
    ]);
  });
});
