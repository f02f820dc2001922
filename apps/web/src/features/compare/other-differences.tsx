import type { HeatmapSelection } from '@basecase/views/compare';
import { prepareViewConfounders } from '@basecase/views/compare';
import { joinNames } from '@basecase/views/text';
import { memo } from 'react';
import { Confounders } from '../../ui/table/confounders';

/** What differs between the columns besides the version: one line above the heatmap, everything when it is opened. */
export const OtherDifferences = memo(function OtherDifferences({
  selection,
}: {
  selection: HeatmapSelection;
}) {
  const model = prepareViewConfounders(selection);
  if (!model) return null;
  return (
    <details className="note other-differences">
      <summary>More than the version differs: {joinNames(model.items.map(({ label }) => label))}.</summary>
      <Confounders model={model} />
    </details>
  );
});
