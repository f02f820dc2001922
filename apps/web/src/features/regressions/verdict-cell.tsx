import { type CellVerdict, formatRatio, NO_VALUE, possibleDepth, type Verdict } from '@basecase/analysis';
import { believedLevel } from '@basecase/views/verdict';

interface Props {
  ratio: number | null;
  verdict: Verdict | CellVerdict['verdict'];
  /** Instead of the ratio, e.g. the absolute value of the base. */
  text?: string;
}

/** A ratio with its verdict as a tile: fill and mark for what is believed, an outline by its size for what is possible. */
export function VerdictCell({ ratio, verdict, text }: Props) {
  if (ratio === null || verdict === 'missing') {
    return (
      <span className="tile v">
        {NO_VALUE}
        <span className="sr-only"> not recorded</span>
      </span>
    );
  }
  const isChange = /regression|improvement/.test(verdict);
  const mark = isChange ? ` arrow ${ratio < 1 ? 'dn' : 'up'}` : '';
  const depth = possibleDepth(verdict, ratio);
  const maybe = depth === null ? '' : ` maybe ${ratio < 1 ? 'bad' : 'good'} p${depth}`;
  return (
    <span className={`tile ${believedLevel(ratio, verdict)}${maybe}${mark}`} title={verdict}>
      {text ?? formatRatio(ratio)}
      <span className="sr-only"> {verdict}</span>
    </span>
  );
}
