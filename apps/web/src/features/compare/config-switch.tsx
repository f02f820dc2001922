import {
  type BandedSelection,
  type ColumnsChange,
  type CompareState,
  chooseConfigPair,
  chosenColumns,
  compareUrl,
  type HeatmapData,
  type ProductElsewhere,
  productSwitch,
} from '@basecase/views/compare';
import type { MouseEvent } from 'react';
import { Segments } from '../../ui/form/segments';
import { SelectField } from '../../ui/form/select-field';
import { type Update, useComparePage } from './use-compare-state';

interface Props {
  data: HeatmapData;
  selection: BandedSelection;
  state: CompareState;
  update: Update;
}

/** Switches between versions and pairs of builds or configs per version; empty if no version has two. */
export function ConfigSwitch({ data, selection, state, update }: Props) {
  const offered = chooseConfigPair(
    chosenColumns(data, state).flatMap((index) => data.columns[index] ?? []),
    state,
  );
  if (!offered) return null;
  const isPaired = selection.pair !== null;
  return (
    <>
      <input type="hidden" name="columns" value={state.columns} />
      <Segments
        label="Columns"
        labelShown="none"
        name="columns"
        segments={[
          { value: 'versions', label: 'Versions', isPressed: !isPaired },
          {
            value: 'configs',
            label: 'Configs side by side',
            isPressed: isPaired,
            title: 'Two builds or configs per version side by side, and their ratio',
          },
        ]}
        onChoose={(columns) => update({ columns, sort: '', show: '' })}
      />
      {isPaired ? (
        <>
          <SelectField
            label="Base"
            name="first"
            value={offered.first}
            onChange={(event) => update({ first: event.target.value })}
            options={offered.firsts}
          />
          <SelectField
            label="beside"
            name="second"
            value={offered.second}
            onChange={(event) => update({ first: offered.first, second: event.target.value })}
            options={offered.seconds}
          />
        </>
      ) : null}
    </>
  );
}

interface ProductSwitchProps {
  data: HeatmapData;
  state: CompareState;
  update: Update;
  elsewhere: readonly ProductElsewhere[];
}

/**
 * Which products are shown. A click chooses one alone, with Ctrl or Shift it adds or removes one; a touch adds or
 * removes. They are links, so that they work without scripts.
 */
export function ProductSwitch({ data, state, update, elsewhere }: ProductSwitchProps) {
  const { path, defaults } = useComparePage();
  const model = productSwitch(data, state, {
    elsewhere,
    hrefOf: (other) => path + compareUrl.query(other, defaults),
  });
  const choose = (change: ColumnsChange) => (event: MouseEvent) => {
    event.preventDefault();
    update(change);
  };
  if (model.products.length + model.elsewhere.length < 2) return null;
  return (
    <div className="field-label keep">
      <span id="product-label">Product</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every browser. */}
      <div className="segments products" role="group" aria-labelledby="product-label">
        {model.products.map(({ product, columns, isShown, alone, toggled, href }) => (
          <a
            key={product}
            href={href}
            aria-current={isShown ? 'true' : undefined}
            title={
              model.products.length > 1
                ? `Only ${product}; with Ctrl or Shift, next to the others`
                : undefined
            }
            onClick={(event) => choose(isAddition(event) ? toggled : alone)(event)}
          >
            {product} <small>{columns}</small>
          </a>
        ))}
        {model.all ? (
          <a
            href={model.all.href}
            aria-current={model.all.isShown ? 'true' : undefined}
            title="All products side by side, each against its own base"
            onClick={choose(model.all.change)}
          >
            {model.products.length === 2 ? 'Both' : 'All'}
          </a>
        ) : null}
        {model.elsewhere.map(({ product, where, href }) => (
          <a key={product} className="elsewhere" href={href} title={`Has no runs here; has runs on ${where}`}>
            {product}
            <span className="sr-only"> has no runs here, it has runs on {where}</span>
          </a>
        ))}
      </div>
    </div>
  );
}

/** Touch has no modifier key, so each touch adds or removes. */
function isAddition({ ctrlKey, metaKey, shiftKey, nativeEvent }: MouseEvent): boolean {
  const { pointerType } = nativeEvent as PointerEvent;
  return ctrlKey || metaKey || shiftKey || pointerType === 'touch';
}
