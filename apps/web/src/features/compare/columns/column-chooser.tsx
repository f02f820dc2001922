import type { HeatmapData } from '@basecase/views/compare';
import { type CompareState, chooserModel, compareUrl, type Shortcut, toggled } from '@basecase/views/compare';
import { memo, useCallback, useEffect, useRef } from 'react';
import { ChoiceMenu } from '../../../ui/form/choice-menu';
import { useComparePage } from '../compare-page';
import type { Update } from '../use-compare-state';
import { ColumnFilter } from './column-filter';

interface Props {
  data: HeatmapData;
  state: CompareState;
  update: Update;
}

/** Which columns are shown: one checkbox each, by product, and the usual choices at the top. */
export const ColumnChooser = memo(function ColumnChooser({ data, state, update }: Props) {
  const { path, defaults } = useComparePage();
  const model = chooserModel(data, state, (other) => path + compareUrl.query(other, defaults));
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  const toggle = useCallback(
    (index: number) => {
      const change = toggled(data, latest.current, index);
      if (change) update(change);
    },
    [data, update],
  );
  return (
    <ChoiceMenu title="Columns" chosen={model.chosen} all={model.all} className="left">
      <div className="shortcuts">
        <Shortcuts shortcuts={model.shortcuts} update={update} />
        <button type="submit" className="button only-noscript">
          Show these
        </button>
      </div>
      <ColumnFilter
        data={data}
        state={state}
        update={update}
        majors={model.majors}
        shortcuts={(own) => <Shortcuts shortcuts={own} update={update} />}
      />
      {model.products.map(({ product, shortcuts, columns }) => (
        <fieldset key={product}>
          <legend>{product}</legend>
          {shortcuts.length > 0 ? (
            <div className="shortcuts own">
              <Shortcuts shortcuts={shortcuts} update={update} />
            </div>
          ) : null}
          {columns.map((column) => (
            <ColumnCheck key={column.slug} {...column} onToggle={toggle} />
          ))}
        </fieldset>
      ))}
    </ChoiceMenu>
  );
});

interface CheckProps {
  index: number;
  slug: string;
  label: string;
  version: string;
  detail: string;
  checked: boolean;
  onToggle: (index: number) => void;
}

/** React writes several attributes of an input whenever it renders one, and there may be 60 of them. */
const ColumnCheck = memo(function ColumnCheck(props: CheckProps) {
  const { index, slug, label, version, detail, checked, onToggle } = props;
  return (
    <label className="check" title={label}>
      <input type="checkbox" name="cols" value={slug} checked={checked} onChange={() => onToggle(index)} />
      {version} <span className="dim">{detail}</span>
    </label>
  );
});

function Shortcuts({ shortcuts, update }: { shortcuts: Shortcut[]; update: Update }) {
  return shortcuts.map(({ label, change, href }) => (
    <a
      key={label}
      className="button"
      href={href}
      onClick={(event) => {
        // A new tab is a new tab.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        update(change);
      }}
    >
      {label}
    </a>
  ));
}
