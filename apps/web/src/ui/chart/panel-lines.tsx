import type { NightsLayout, NightsPanel } from '@basecase/views/document';

interface Props {
  panel: NightsPanel;
  y: (value: number) => number;
  layout: Pick<NightsLayout, 'left' | 'right'>;
  /** Their values are written by somebody else. */
  isBare?: boolean;
}

/** The lines of a panel behind everything else: one for each value that is named, and that of the base. */
export function PanelLines({ panel, y, layout: { left, right }, isBare = false }: Props) {
  const { ticks, reference, from, to } = panel;
  return (
    <g className="nights-lines">
      {ticks.map(({ value, text }) => (
        <g key={value}>
          <path className="grid" d={`M${left} ${y(value)}H${right}`} />
          {isBare ? null : (
            <text x={left - 6} y={y(value) + 4} textAnchor="end">
              {text}
            </text>
          )}
        </g>
      ))}
      {reference === null || reference < from || reference > to ? null : (
        <path className="reference" d={`M${left} ${y(reference)}H${right}`} />
      )}
    </g>
  );
}
