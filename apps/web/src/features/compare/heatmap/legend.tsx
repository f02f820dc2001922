/** Steps of the colour scale after the threshold, as in packages/analysis. */
const STEPS = [0.9, 0.8, 0.7, 0.6];

/** The colour scale with the numbers where each step begins. */
export function Legend({ threshold, isCost }: { threshold: number; isCost: boolean }) {
  const limits = [threshold, ...STEPS];
  const worse = limits.map((limit) => (isCost ? 1 / limit : limit).toFixed(2));
  const better = limits.map((limit) => (isCost ? limit : 1 / limit).toFixed(2));
  const [low, high] = isCost ? ['≥', '≤'] : ['≤', '≥'];
  return (
    <div className="legend">
      <span
        className="scale"
        role="img"
        aria-label={`Colour scale: orange is a regression, starting at ${worse[0]}; blue is an improvement, starting at ${better[0]}; a stronger colour is a larger change; a triangle shows the direction of the ratio`}
      >
        <i className="r5">
          {low}
          {worse[4]}
        </i>
        <i className="r4">{worse[3]}</i>
        <i className="r3">{worse[2]}</i>
        <i className="r2">{worse[1]}</i>
        <i className="r1">{worse[0]}</i>
        <i className="n" />
        <i className="b1">{better[0]}</i>
        <i className="b2">{better[1]}</i>
        <i className="b3">{better[2]}</i>
        <i className="b4">{better[3]}</i>
        <i className="b5">
          {high}
          {better[4]}
        </i>
      </span>
      {isCost ? null : (
        <span className="nowrap">
          <span className="onset" />
          step down from the previous column
        </span>
      )}
    </div>
  );
}
