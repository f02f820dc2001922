import { type CompareState, serializeCompareState } from './compare-state';
import type { HeatData } from './heat-data';
import { prepareChooser, type Shortcut, toggled } from './prepare-chooser';
import type { Update } from './use-compare-state';
import { useViewPlace } from './view-place';

interface Props {
  data: HeatData;
  state: CompareState;
  update: Update;
}

/** Which columns are shown: one checkbox each, by product, and the usual choices at the top. */
export function ColumnChooser({ data, state, update }: Props) {
  const { path, defaults } = useViewPlace();
  const model = prepareChooser(data, state, (other) => path + serializeCompareState(other, defaults));
  function toggle(index: number) {
    const cols = toggled(data, state, index);
    if (cols) update({ cols });
  }
  return (
    <details className="menu">
      <summary className="btn">
        Columns{' '}
        <span className="dim">
          {model.chosen} of {model.all}
        </span>
      </summary>
      <div className="pop left chooser">
        <div className="shortcuts">
          <Shortcuts shortcuts={model.shortcuts} update={update} />
          <button type="submit" className="btn only-noscript">
            Show these
          </button>
        </div>
        {model.products.map(({ product, shortcuts, columns }) => (
          <fieldset key={product}>
            <legend>{product}</legend>
            {shortcuts.length > 0 ? (
              <div className="shortcuts own">
                <Shortcuts shortcuts={shortcuts} update={update} />
              </div>
            ) : null}
            {columns.map(({ index, slug, label, version, detail, checked }) => (
              <label key={slug} className="check" title={label}>
                <input
                  type="checkbox"
                  name="cols"
                  value={slug}
                  checked={checked}
                  onChange={() => toggle(index)}
                />
                {version} <span className="dim">{detail}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </details>
  );
}

function Shortcuts({ shortcuts, update }: { shortcuts: Shortcut[]; update: Update }) {
  return shortcuts.map(({ label, change, href }) => (
    <a
      key={label}
      className="btn"
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
