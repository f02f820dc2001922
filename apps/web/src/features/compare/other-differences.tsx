import type { BandedSelection } from '@basecase/views/compare';
import { prepareBandConfounders } from '@basecase/views/compare';
import { joinNames } from '@basecase/views/text';
import { memo } from 'react';
import { Confounders } from '../../ui/table/confounders';

/** What differs between the columns besides the version: one line above the heatmap, everything when it is opened. */
export const OtherDifferences = memo(function OtherDifferences({
  selection,
}: {
  selection: BandedSelection;
}) {
  const models = prepareBandConfounders(selection);
  if (models.length === 0) return null;
  return (
    <details className="other-differences">
      <summary>
        More than the version differs:{' '}
        {models.map(({ product, model }, index) => (
          <span key={product}>
            {index > 0 ? '; ' : ''}
            {product ? `${product}: ` : ''}
            {joinNames(model.items.map(({ label }) => label))}
          </span>
        ))}
        .
      </summary>
      {models.map(({ product, model }) => (
        <Confounders key={product} model={model} />
      ))}
    </details>
  );
});
