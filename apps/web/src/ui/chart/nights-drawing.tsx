import { drawFrame, type NightsChart, nightsLayout, nightsScales } from '@basecase/views/document';
import { NightsFrame } from './nights-frame';
import { NightsPanel } from './nights-panel';

/** Drawn for this width; the page scales it. */
const WIDTH = 1020;

/** Nights over time without scripts: in a frozen view, and before scripts draw it for the width of the window. */
export function NightsDrawing({ chart, className }: { chart: NightsChart; className?: string }) {
  const layout = nightsLayout(chart.panels.length, WIDTH);
  const { width, height } = layout;
  return (
    <svg
      className={className ? `nights-drawing ${className}` : 'nights-drawing'}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={chart.description}
    >
      {chart.panels.map(({ title }, index) => (
        <NightsPanel key={title} chart={chart} layout={layout} index={index} />
      ))}
      <NightsFrame frame={drawFrame(chart, layout, nightsScales(chart, layout))} />
    </svg>
  );
}
