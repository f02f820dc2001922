import { groupBy } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import { casesOf, SITUATIONS, type Situation } from './cases';
import { figuresOf } from './count-flags';
import type { FiguresLine } from './print-figures';
import type { SameTable } from './tables';

/** `shared` is judged as `virtual` is. */
const SERVERS: readonly ServerKind[] = ['virtual', 'unknown', 'dedicated'];

/** False sure flags a table that are wanted at most on machines that others use, too: of boards, of all others. */
const WANTED: Readonly<Record<string, readonly [board: number, other: number]>> = {
  nothing: [0, 0],
  '3 pairs': [0.3, 1],
  'two runs a side': [0.3, 1],
};

/**
 * By kind of machine, by what is known of it, by what it is called.
 *
 * @param hasPositions a place in x is the same test in all tables of a source, so that pairs tell of single tests, too
 */
export function linesOf(tables: readonly SameTable[], hasPositions: boolean): FiguresLine[] {
  return [...groupBy(tables, ({ kind }) => kind)].flatMap(([kind, own]) =>
    SITUATIONS.flatMap((situation) =>
      SERVERS.flatMap((server): FiguresLine[] => {
        const cases = casesOf(own, { situation, server, hasPositions });
        const goal = server === 'dedicated' ? null : goalOf(situation, kind);
        const names = [kind, situation.known, server];
        if (cases.length === 0) return [];
        const line = { names, figures: figuresOf(cases), goal };
        if (server === 'dedicated' || situation.known === 'nothing') return [line];
        // The result if a host that moves as a whole were believed (docs/method.md §3.7).
        const believed = figuresOf(cases, { hostTests: Number.POSITIVE_INFINITY });
        return [
          line,
          { names: [kind, `${situation.known}, hosts believed`, server], figures: believed, goal: null },
        ];
      }),
    ),
  );
}

function goalOf({ known }: Situation, kind: string): number | null {
  const [board, other] = WANTED[known] ?? [];
  return (kind === 'board' ? board : other) ?? null;
}
