import { type NightsChart, type NightsLayout, SMALL_PANEL } from '@basecase/views/document';
import { memo } from 'react';
import { NightsPanel } from '../../ui/chart/nights-panel';

interface Props {
  chart: NightsChart;
  layout: NightsLayout;
}

/** The panels of a series below each other, as separate pictures: a change in one does not repaint the others. */
export const SeriesPanels = memo(function SeriesPanels({ chart, layout }: Props) {
  const { width, height, panels } = layout;
  const tops = panels.map(({ top }, index) => (index === 0 ? 0 : top - SMALL_PANEL.title));
  return chart.panels.map(({ title }, index) => {
    const top = tops[index] ?? 0;
    const own = (tops[index + 1] ?? height) - top;
    return (
      <svg
        key={title}
        className="nights-svg"
        width={width}
        height={own}
        viewBox={`0 ${top} ${width} ${own}`}
        aria-hidden="true"
      >
        <NightsPanel chart={chart} layout={layout} index={index} />
      </svg>
    );
  });
});
