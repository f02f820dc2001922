import type { NightsLayout, NightsPanel } from '@basecase/views/document';

interface PanelLinesProps {
  panel: NightsPanel;
  y: (value: number) => number;
  layout: Pick<NightsLayout, 'left' | 'right'>;
}

/** The lines of a panel behind everything else: one for each value that is named, and that of the base. */
export function PanelLines({ panel, y, layout: { left, right } }: PanelLinesProps) {
  const { ticks, reference, from, to } = panel;
  return (
    <g className="nights-lines">
      <path className="grid" d={ticks.map(({ value }) => `M${left} ${y(value)}H${right}`).join('')} />
      {ticks.map(({ value, text }) => (
        <text key={value} x={left - 6} y={y(value) + 4} textAnchor="end">
          {text}
        </text>
      ))}
      {reference === null || reference < from || reference > to ? null : (
        <path className="reference" d={`M${left} ${y(reference)}H${right}`} />
      )}
    </g>
  );
}
