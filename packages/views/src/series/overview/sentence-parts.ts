import type { TestKind, TestReading } from './read-test';

/** A sentence in pieces; names are strong. */
export type SentencePart = { text: string; isStrong: boolean };

export function strong(text: string): SentencePart {
  return { text, isStrong: true };
}

export function plain(text: string): SentencePart {
  return { text, isStrong: false };
}

export function countOf(readings: readonly TestReading[], wanted: TestKind): number {
  return readings.filter(({ kind }) => kind === wanted).length;
}
