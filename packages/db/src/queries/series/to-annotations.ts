import type { FoundBreak } from '@basecase/analysis';
import type { StoredAnnotation } from '../../regressions/series/annotations-in-force';
import type { SeriesAnnotation } from '../../types/series';
import type { PlainColumn } from './night-lines';

/**
 * Marks of the axis: what people said, and facts that changed between two runs.
 *
 * @param said what people said of the product of the nights
 * @param breaks what was found of it, and of facts, in the nights
 */
export function toAnnotations(
  nights: readonly Pick<PlainColumn, 'at'>[],
  { said, breaks }: { said: readonly StoredAnnotation[]; breaks: readonly FoundBreak<StoredAnnotation>[] },
): SeriesAnnotation[] {
  const facts = breaks.flatMap(({ said: by, night, label }): SeriesAnnotation[] =>
    by === null ? [{ id: null, at: nights[night]?.at ?? '', label, by: null, night }] : [],
  );
  const start = nights[0]?.at;
  const events = said.map((event): SeriesAnnotation => {
    const { id, at, label, by } = event;
    const found = breaks.find((own) => own.said === event)?.night ?? null;
    // What happened before the first night breaks nothing; the first night is the first one after it all the same.
    return { id, at, label, by, night: start !== undefined && start >= at ? 0 : found };
  });
  return [...facts, ...events].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}
