interface Props {
  nightsHref: string;
  releasesHref: string;
  /** The noun for the points of this page. */
  current: 'nights' | 'releases';
}

/** The same product night after night, and over its releases. */
export function PointsNav({ nightsHref, releasesHref, current }: Props) {
  return (
    <div className="field-label points-are">
      <span id="points-label">Points are</span>
      <nav className="segments" aria-labelledby="points-label">
        <a href={nightsHref} aria-current={current === 'nights' ? 'true' : undefined}>
          Nights
        </a>
        <a href={releasesHref} aria-current={current === 'releases' ? 'true' : undefined}>
          Releases
        </a>
      </nav>
    </div>
  );
}
