import {
  type CompareState,
  chooserModel,
  compareUrl,
  type HeatmapData,
  type Shortcut,
  toggled,
  withMatching,
} from '@basecase/views/compare';
import { memo, type ReactNode, useCallback, useRef } from 'react';
import { HiddenFields } from '../../../ui/form/hidden-fields';
import { ChoiceMenu } from '../../../ui/form/product-fields';
import { useLatest } from '../../../ui/page/use-page-keys';
import { type Update, useComparePage } from '../use-compare-state';

/** Id of the form that the fields of the filter of columns belong to. */
const COLUMN_FILTER = 'column-filter';

/** The form without its fields: they are in the chooser, where checkboxes may not be submitted with it. */
export const ColumnFilterForm = memo(function ColumnFilterForm({ state }: { state: CompareState }) {
  const { path, defaults } = useComparePage();
  return (
    <form id={COLUMN_FILTER} action={path} hidden>
      <HiddenFields pairs={compareUrl.pairs(state, defaults)} except={['cols', 'match', 'from', 'to']} />
    </form>
  );
});

interface ColumnFilterProps {
  data: HeatmapData;
  state: CompareState;
  update: Update;
  /** Draws a choice that people make often. */
  shortcuts: (own: Shortcut[]) => ReactNode;
  majors: ReturnType<typeof chooserModel>['majors'];
}

/** Fewer versions than this are chosen sooner one by one. */
const WORTH_A_FILTER = 8;

/** Chooses columns by words, a major, and a range of versions. Its fields belong to a separate form. */
function ColumnFilter({ data, state, update, majors, shortcuts }: ColumnFilterProps) {
  const box = useRef<HTMLDivElement>(null);
  if (majors.flatMap(({ versions }) => versions).length < WORTH_A_FILTER) return null;
  const options = majors.map(({ major, versions }) => (
    <optgroup key={major} label={major}>
      {versions.map((version) => (
        <option key={version}>{version}</option>
      ))}
    </optgroup>
  ));
  const choose = (change: Pick<CompareState, 'match' | 'from' | 'to'>) =>
    update(withMatching(data, { ...state, ...change }));
  const fieldText = (name: string) =>
    box.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value ?? '';
  return (
    <div className="shortcuts column-filter" ref={box}>
      {majors.length > 1 ? shortcuts(majors.map(({ shortcut }) => shortcut)) : null}
      <label className="field-label">
        <span>Names with</span>
        <input
          className="field"
          name="match"
          form={COLUMN_FILTER}
          placeholder="8.0 gtid"
          autoComplete="off"
        />
      </label>
      <label className="field-label">
        <span>from</span>
        <select className="field" name="from" form={COLUMN_FILTER} defaultValue="">
          <option value="">first</option>
          {options}
        </select>
      </label>
      <label className="field-label">
        <span>to</span>
        <select className="field" name="to" form={COLUMN_FILTER} defaultValue="">
          <option value="">newest</option>
          {options}
        </select>
      </label>
      <button
        type="submit"
        className="button"
        form={COLUMN_FILTER}
        onClick={(event) => {
          event.preventDefault();
          choose({ match: fieldText('match'), from: fieldText('from'), to: fieldText('to') });
        }}
      >
        Choose
      </button>
    </div>
  );
}

interface Props {
  data: HeatmapData;
  state: CompareState;
  update: Update;
}

/** Which columns are shown: one checkbox each, by product, and the usual choices at the top. */
export const ColumnChooser = memo(function ColumnChooser({ data, state, update }: Props) {
  const { path, defaults } = useComparePage();
  const model = chooserModel(data, state, (other) => path + compareUrl.query(other, defaults));
  const latest = useLatest(state);
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
