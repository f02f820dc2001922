import type { FrameDrawing, FrameText } from '@basecase/views/document';

/** Half of the ring around a picked night, and where its letter stands. */
const RING = 5;

/** What lies around the panels: events, sizes of changes, releases, names of levels, picked nights. */
export function NightsFrame({ frame }: { frame: FrameDrawing }) {
  const { events, changes, releases, titles, picked } = frame;
  return (
    <g className="nights-frame">
      {events.length > 0 ? (
        <g className="event">
          <path className="line" d={events.map(({ line }) => line).join('')} />
          <path className="square" d={events.map(({ square }) => square).join('')} />
        </g>
      ) : null}
      <Texts texts={frame.eventTexts} />
      {changes.map(({ path, tone, isSure }) => (
        <path key={path} className={isSure ? `wedge ${tone}` : `wedge ${tone} possible`} d={path} />
      ))}
      <Texts texts={frame.changeTexts} />
      {releases ? <path className="releases" d={releases} /> : null}
      <Texts texts={frame.releaseTexts} />
      <Texts texts={frame.ends} />
      {titles.map(({ x, y, title, hint }) => (
        <text key={title} x={x} y={y}>
          <tspan className="title">{title}</tspan>
          {hint ? <tspan dx="6">{hint}</tspan> : null}
        </text>
      ))}
      {picked.map(({ x, y, letter }) => (
        <g key={letter} className="picked-night">
          <circle cx={x} cy={y} r={RING} />
          <text
            x={x + (letter === 'A' ? -RING - 3 : RING + 3)}
            y={y + (letter === 'A' ? -4 : 12)}
            textAnchor={letter === 'A' ? 'end' : 'start'}
          >
            {letter}
          </text>
        </g>
      ))}
    </g>
  );
}

function Texts({ texts }: { texts: readonly FrameText[] }) {
  return texts.map(({ x, y, text, more, tone, isStrong, isBefore }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: texts are positions; they move with each step of a zoom.
    <text key={index} x={x} y={y} textAnchor={isBefore ? 'end' : undefined}>
      <tspan className={isStrong ? `strong ${tone}` : tone}>{text}</tspan>
      {more ? <tspan dx="8">{more}</tspan> : null}
    </text>
  ));
}
