import type { PanelDrawing } from '@basecase/views/document';

interface Props {
  drawing: PanelDrawing;
  isSmall?: boolean;
}

/** One panel of nights between its axes: bands, nights, levels, changes. One element for all nights of a kind. */
export function NightsMarks({ drawing, isSmall = false }: Props) {
  const { bands, levels, nights, changes } = drawing;
  return (
    <g className={isSmall ? 'nights-marks small' : 'nights-marks'}>
      {isSmall
        ? null
        : bands.map(({ tone, path }) => <path key={tone} className={`band ${tone}`} d={path} />)}
      {nights.map(({ kind, path }) => (
        <path key={kind} className={`dots ${kind}`} d={path} />
      ))}
      {levels.map(({ tone, path }) => (
        <path key={tone} className={`level ${tone}`} d={path} />
      ))}
      {changes.map(({ at, tone, isSure, lead, arrow, whisker }) => (
        <g key={at} className={isSure ? `change ${tone}` : `change ${tone} possible`}>
          <path className="lead" d={lead} />
          <path className="step" d={arrow} />
          <path className="whisker" d={whisker} />
        </g>
      ))}
    </g>
  );
}
