import { DEFAULT_RULE, logLoss, toPrintfFixed } from '@basecase/analysis';
import { joinNames } from '../../text/join-names';
import type { HeatmapSelection } from '../heatmap-selection';
import { roundsAt } from '../rounds-of-cell';

/** More names than these are counted. */
const MOST_NAMED = 3;

/**
 * What rounds could not tell in the judged column: "After 14 rounds some tests are still uncertain: update-nonindex
 * is known to ± 31%, insert to ± 15% and 2 more to no better than ± 5%". Without it a row that is unclear looks as if
 * nothing had
 * been measured.
 *
 * @returns null where every test is known to ± 5%, or none was compared by rounds
 */
export function roundsWarning(selection: HeatmapSelection): string | null {
  const { data, judged } = selection;
  const compared = data.rows.flatMap(({ name, warmup }, row) => {
    const rounds = warmup ? null : roundsAt(selection, { row, column: judged });
    return rounds ? [{ name, n: rounds.n, half: (rounds.high - rounds.low) / 2 }] : [];
  });
  const wide = compared
    .filter(({ half }) => half > logLoss(DEFAULT_RULE.big))
    .sort((one, other) => other.half - one.half);
  if (wide.length === 0) return null;
  const most = Math.max(...compared.map(({ n }) => n));
  const [widest, ...next] = wide
    .slice(0, MOST_NAMED)
    .map(({ name, half }) => ({ name, text: percent(half) }));
  const others = wide.length - 1 - next.length;
  const known = [
    `${widest?.name} is known to ± ${widest?.text}`,
    ...next.map(({ name, text }) => `${name} to ± ${text}`),
    ...(others > 0 ? [`${others} more to no better than ± 5%`] : []),
  ];
  return `After ${most} rounds some tests are still uncertain: ${joinNames(known)}. Smaller changes are lost in the noise there.`;
}

function percent(half: number): string {
  return `${toPrintfFixed(half * 100, 0)}%`;
}
