import { type MetricId, metricOf } from '@basecase/ingest/model';
import {
  type BandedSelection,
  type CompareState,
  canShareBase,
  compareUrl,
  type HeatmapData,
  inBand,
  metricLabel,
  nextSort,
  offeredMetrics,
  whyNoVerdicts,
} from '@basecase/views/compare';
import { metricText } from '@basecase/views/url';
import { memo, type ReactNode, useState } from 'react';
import { FilterField } from '../../ui/form/filter-field';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { RuleSwitch } from '../../ui/form/rule-switch';
import { Segments } from '../../ui/form/segments';
import { CheckField, SelectField } from '../../ui/form/select-field';
import { type Update, useComparePage } from './use-compare-state';

const PRESETS = [0.95, 0.97, 0.9];

const pair = (threshold: number) => `${threshold.toFixed(2)} / ${(1 / threshold).toFixed(2)}`;

interface ThresholdSelectProps {
  value: number;
  onChange: (threshold: number) => void;
}

/** Where a change begins: three usual thresholds, or one's own. */
function ThresholdSelect({ value, onChange }: ThresholdSelectProps) {
  const isPreset = PRESETS.includes(value);
  const [own, setOwn] = useState(!isPreset);
  return (
    <>
      <SelectField
        label="Threshold"
        name="t"
        value={own ? 'own' : value}
        onChange={(event) => {
          const isOwn = event.target.value === 'own';
          setOwn(isOwn);
          if (!isOwn) onChange(Number(event.target.value));
        }}
        options={[
          ...PRESETS.map((preset) => ({ value: preset, text: pair(preset) })),
          { value: 'own', text: isPreset ? 'custom …' : `custom: ${pair(value)}` },
        ]}
      />
      {own ? (
        <label className="field-label">
          <span className="sr-only">Custom threshold: the ratio at or below which a test is slower</span>
          <input
            className="field narrow"
            type="number"
            name="t"
            min="0.5"
            max="0.99"
            step="0.01"
            defaultValue={value}
            onChange={(event) => {
              const threshold = event.target.valueAsNumber;
              if (threshold >= 0.5 && threshold <= 0.99) onChange(threshold);
            }}
          />
        </label>
      ) : null}
    </>
  );
}

interface Props {
  selection: BandedSelection;
  state: CompareState;
  /** The state of the previous frame: hidden parts are drawn when there is time. */
  late: CompareState;
  update: Update;
  /** The choice of products. */
  products: ReactNode;
  /** The choice of versions, or configs side by side. */
  configs: ReactNode;
  children: ReactNode;
}

/** What the toolbar's own controls send. */
const OWN_FIELDS = ['metric', 'rule', 'q', 'only', 'cols', 'sort', 'page', 'warmups'] as const;
/** Of these as well where several products are shown. */
const OF_PRODUCTS = ['bases'] as const;

/**
 * The controls of the view. It is a GET form, and the heads of the table are its submit buttons, so that all of it
 * works before hydration and without scripts; with them nothing is ever submitted.
 */
export function Toolbar({ selection, state, late, update, products, configs, children }: Props) {
  const { metric } = selection;
  const { path } = useComparePage();
  const byVerdicts = selection.rule === 'verdicts';
  const [isSheetOpen, setSheetOpen] = useState(false);
  return (
    <form
      className="bar"
      id="view"
      action={path}
      aria-label="View"
      onSubmit={(event) => event.preventDefault()}
    >
      <ViewFields state={late} hasThreshold={!byVerdicts} hasBases={canShareBase(selection)} />
      {/* Before the buttons: of two `metric` the last counts, and the pressed button comes later. */}
      <input type="hidden" name="metric" value={metricText(metric)} />
      <input type="hidden" name="rule" value={state.rule} />
      {products}
      <Segments
        label="Metric"
        labelShown="keep"
        name="metric"
        segments={offeredMetrics(selection).map((id) => toSegment(selection, id))}
        onChoose={(id) => update({ metric: id })}
      />
      <FilterField value={state.q} hasKey onChange={(q) => update({ q })} />
      <button
        type="button"
        id="view-toggle"
        className="button only-narrow"
        aria-expanded={isSheetOpen}
        aria-controls="view-sheet"
        onClick={() => setSheetOpen(!isSheetOpen)}
      >
        View
      </button>
      {/* In the bar itself where there is room; a sheet from below on a narrow screen. */}
      <div id="view-sheet" className={isSheetOpen ? 'view-sheet open' : 'view-sheet'}>
        {configs}
        <BasesSelect selection={selection} bases={state.bases} update={update} />
        {children}
        <details className="menu options">
          <summary className="button">Options</summary>
          <div className="popover">
            <RuleSwitch
              rule={selection.rule}
              problem={whyNoVerdicts(inBand(selection, 0).selection)}
              onChoose={(rule) => update({ rule })}
            />
            {byVerdicts ? null : <ThresholdSelect value={state.t} onChange={(t) => update({ t })} />}
            <SortSelect selection={selection} update={update} />
            <WarmupsCheck state={state} />
          </div>
        </details>
        <CheckField
          label="Only changes"
          name="only"
          checked={state.only}
          onChange={(only) => update({ only })}
        />
        <button type="button" className="button primary only-narrow" onClick={() => setSheetOpen(false)}>
          Done
        </button>
      </div>
    </form>
  );
}

interface ViewFieldsProps {
  state: CompareState;
  hasThreshold: boolean;
  hasBases: boolean;
}

/** Hidden fields that keep the view without JavaScript. */
const ViewFields = memo(function ViewFields({ state, hasThreshold, hasBases }: ViewFieldsProps) {
  const { defaults } = useComparePage();
  return (
    <HiddenFields
      pairs={compareUrl.pairs(state, defaults)}
      except={[
        ...OWN_FIELDS,
        ...(hasThreshold ? (['t'] as const) : []),
        ...(hasBases ? OF_PRODUCTS : []),
        'columns',
        'first',
        'second',
      ]}
    />
  );
});

function toSegment({ data, metric }: BandedSelection, id: MetricId) {
  const isRecorded = id in data.values || data.recorded.includes(id);
  return {
    value: id,
    sent: metricText(id),
    label: metricLabel(data, id),
    isPressed: id === metric,
    title: isRecorded ? metricOf(id).description : missingReason(data, id),
    problem: isRecorded ? '' : 'not recorded',
  };
}

function missingReason(data: HeatmapData, metric: MetricId): string {
  const { label } = metricOf(metric);
  return data.workload.origin === 'published'
    ? `${label} was not published in this table`
    : `${label} was not recorded: it needs vmstat or iostat output for each test`;
}

/**
 * Whether tests that only warm up are shown. Their numbers are not in the page: it is loaded again. A frozen view
 * can't change them.
 */
function WarmupsCheck({ state }: { state: CompareState }) {
  const { path, defaults, frozen } = useComparePage();
  if (frozen) return null;
  return (
    <CheckField
      label="Warm-ups"
      name="warmups"
      checked={state.warmups}
      onChange={(warmups) => window.location.assign(path + compareUrl.query({ ...state, warmups }, defaults))}
    />
  );
}

/** Order of the tests: that of the domain, or by a column in either direction. */
function SortSelect({ selection, update }: { selection: BandedSelection; update: Update }) {
  const { sort, columns, names } = selection;
  const slug = sort ? (columns[sort.column]?.slug ?? '') : '';
  const turned = sort?.descending ? slug : nextSort(selection, sort?.column ?? -1);
  return (
    <span className="field-label">
      <SelectField
        label="Sort"
        className="sort"
        name="sort"
        value={slug}
        onChange={(event) => update({ sort: event.target.value })}
        none="benchmark order"
        options={columns.flatMap((column, index) =>
          // Of two configs side by side a column stands twice.
          columns.findIndex(({ slug }) => slug === column.slug) === index
            ? [{ value: column.slug, text: `by ${names[index]?.short}` }]
            : [],
        )}
      />
      {sort ? (
        <button
          type="submit"
          className="button"
          name="sort"
          value={turned}
          onClick={() => update({ sort: turned })}
          title="Reverse the order"
        >
          {sort.descending ? 'largest first' : 'smallest first'}
        </button>
      ) : null}
    </span>
  );
}

interface BasesSelectProps {
  selection: BandedSelection;
  bases: CompareState['bases'];
  update: Update;
}

/** Chooses one base or one per product; empty if one product is shown. */
function BasesSelect({ selection, bases, update }: BasesSelectProps) {
  if (!canShareBase(selection)) return null;
  return (
    <SelectField
      label="Base"
      keepsLabel
      name="bases"
      value={bases}
      onChange={(event) => update({ bases: event.target.value === 'one' ? 'one' : 'own' })}
      options={[
        { value: 'own', text: 'each product its own' },
        { value: 'one', text: 'one for all' },
      ]}
    />
  );
}
