import type { ProductColumn } from '@basecase/db/types';
import { compareVersions } from '@basecase/ingest/model';

/**
 * Puts the columns of one heatmap into lines: one for each build and config. A config often changes with a version
 * (`x10a` up to 17, `x10b` from 18 on); then the line goes on with the config that comes after it, the one with most
 * versions first, and each point says its own.
 *
 * @returns indexes of columns in release order, the longest line first
 */
export function buildTrendLines(columns: readonly ProductColumn[]): number[][] {
  const order = columns.map((_, index) => index).sort((a, b) => compare(columns, a, b));
  const configs = new Map<string, number[]>();
  for (const index of order) {
    const { flavour = '', config = '' } = columns[index] ?? {};
    const key = JSON.stringify([flavour, config]);
    configs.set(key, [...(configs.get(key) ?? []), index]);
  }
  const pieces = [...configs.values()].sort(
    (a, b) => compare(columns, a[0] ?? 0, b[0] ?? 0) || b.length - a.length,
  );
  const lines: number[][] = [];
  for (const piece of pieces) {
    const before = lines.find((line) => compare(columns, line.at(-1) ?? 0, piece[0] ?? 0) < 0);
    if (before) before.push(...piece);
    else lines.push([...piece]);
  }
  return lines.sort((a, b) => b.length - a.length);
}

function compare(columns: readonly ProductColumn[], a: number, b: number): number {
  return compareVersions(columns[a]?.version ?? '', columns[b]?.version ?? '');
}
