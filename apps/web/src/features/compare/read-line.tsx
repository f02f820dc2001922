import { formatRatio, RULE_VERSION } from '@basecase/analysis';
import { isOpenMetric, metricOf } from '@basecase/ingest/model';
import {
  type BandedSelection,
  bandConfounders,
  bandsSentence,
  configPairModel,
  type HeatmapModel,
  mainBand,
  type PairSetting,
  ruleNotes,
  thresholdOf,
  verdictsOf,
} from '@basecase/views/compare';
import { countText, joinNames } from '@basecase/views/text';
import { methodHref } from '@basecase/views/url';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { HowToCalibrate } from '../../ui/page/how-to-calibrate';
import { ColumnTable } from '../../ui/table/column-table';
import { Confounders } from '../../ui/table/confounders';
import { CompareNotes } from './compare-head';
import { useComparePage } from './use-compare-state';

/** The settings that differ between two configs side by side. */
const PairSettings = memo(function PairSettings({ selection }: { selection: BandedSelection }) {
  const model = configPairModel(selection);
  if (!model) return null;
  if (model.settings.length === 0) return <p className="rule-in-force">{model.title}.</p>;
  const table = (rows: readonly PairSetting[]) => (
    <ColumnTable
      label={model.title}
      className=""
      rows={rows}
      columns={[
        { head: <span className="sr-only">Setting</span>, kind: 'name', text: 'name' },
        { head: model.first, cell: ({ first }) => first ?? <span className="dim">not set</span> },
        { head: model.second, cell: ({ second }) => <strong>{second ?? 'not set'}</strong> },
      ]}
    />
  );
  return (
    <details className="other-differences pair-settings" open={model.settings.length <= 3}>
      <summary>{model.title}</summary>
      {table(model.settings)}
      {model.more.length > 0 ? (
        <details>
          <summary>and {countText(model.more.length, 'more', 'more')}</summary>
          {table(model.more)}
        </details>
      ) : null}
    </details>
  );
});

/** Steps of the colour scale after the threshold, as in packages/analysis. */
const STEPS = [0.9, 0.8, 0.7, 0.6];

/** The colour scale with the numbers where each step begins. */
function Legend({ threshold, isCost }: { threshold: number; isCost: boolean }) {
  const limits = [threshold, ...STEPS];
  const worse = limits.map((limit) => (isCost ? 1 / limit : limit).toFixed(2));
  const better = limits.map((limit) => (isCost ? limit : 1 / limit).toFixed(2));
  const [low, high] = isCost ? ['≥', '≤'] : ['≤', '≥'];
  return (
    <div className="legend">
      <span
        className="scale"
        role="img"
        aria-label={`Colour scale: orange is a regression, starting at ${worse[0]}; blue is an improvement, starting at ${better[0]}; a stronger colour is a larger change; a triangle shows the direction of the ratio`}
      >
        {worse.toReversed().map((limit, index) => (
          <i key={limit} className={`r${5 - index}`}>
            {index === 0 ? low : ''}
            {limit}
          </i>
        ))}
        <i className="n" />
        {better.map((limit, index) => (
          <i key={limit} className={`b${index + 1}`}>
            {index === 4 ? high : ''}
            {limit}
          </i>
        ))}
      </span>
      {isCost ? null : (
        <span className="nowrap">
          <span className="onset" />
          first bad version
        </span>
      )}
    </div>
  );
}

/** A cell of each verdict as the heatmap draws it; the same for slower and faster. */
const KEYS: readonly {
  classes: readonly string[];
  word: string;
}[] = [
  { classes: ['r3', 'b3'], word: 'sure' },
  { classes: ['r1 sm', 'b1 sm'], word: 'sure, small' },
  { classes: ['pr', 'pb p5'], word: 'likely, not confirmed' },
  { classes: ['un'], word: 'within noise' },
  { classes: ['r5 st'], word: 'stopped working' },
  { classes: ['v'], word: 'not measured' },
];

/** Fill and mark of every verdict. The link next to the active rule explains them: one tab stop, not seven. */
function VerdictLegend() {
  return (
    <ul className="legend verdict-legend" aria-label="Verdicts: orange is slower, blue is faster">
      {KEYS.map(({ classes, word }) => (
        <li key={word}>
          {classes.map((name) => (
            <i key={name} className={`key ${name}`} aria-hidden="true" />
          ))}
          {word}
        </li>
      ))}
      <li>
        <span className="onset" aria-hidden="true" />
        first bad version
      </li>
      <li>
        <i className="key v" aria-hidden="true">
          ?
        </i>
        suspect data
      </li>
    </ul>
  );
}

/** What differs between the columns besides the version: one line above the heatmap, everything when it is opened. */
const OtherDifferences = memo(function OtherDifferences({ selection }: { selection: BandedSelection }) {
  const models = bandConfounders(selection);
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

/**
 * One line of all notes above the grid, and all of their text on demand. Until then their links are not tab stops on the way to
 * the grid; without scripts they are, because nothing could open the line.
 */
function Notes({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return (
    <div className="notes">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>All notes</summary>
      </details>
      <div className="notes-text" inert={isLive && !isOpen}>
        {children}
      </div>
    </div>
  );
}

interface Props {
  model: HeatmapModel;
  threshold: number;
  /** Before the sentence, where another one is of more: `1 client`; empty without one. */
  clients: string;
}

/**
 * What the numbers say, what that rests on, and the key to the marks. It sums up the table, and is drawn after it: texts of
 * configs are compared for it.
 */
export const ReadLine = memo(function ReadLine({ model, threshold, clients }: Props) {
  const { selection } = model;
  const sentence = bandsSentence(selection);
  return (
    <div className="readline">
      <div className="says">
        <p id="sentence">
          {clients === '' ? null : <span className="dim">At {clients}: </span>}
          <strong>{sentence.strong}</strong>
          {sentence.rest}
          {sentence.step ? (
            <>
              {' '}
              {sentence.step.words} <strong>{sentence.step.version}</strong>
              {sentence.step.where ? `, ${sentence.step.where}` : ''}.
            </>
          ) : null}
        </p>
        <Notes>
          <CompareNotes selection={selection} />
          <RuleInForce selection={selection} />
          {selection.pair ? null : <OtherDifferences selection={selection} />}
        </Notes>
        {selection.pair ? <PairSettings selection={selection} /> : null}
      </div>
      {selection.rule === 'verdicts' ? (
        <VerdictLegend />
      ) : (
        <Legend threshold={threshold} isCost={model.isCost} />
      )}
    </div>
  );
});

/** Says what the page judges by, and what is to be known before its judgement is believed. */
function RuleInForce({ selection: banded }: { selection: BandedSelection }) {
  const selection = mainBand(banded);
  const { frozen } = useComparePage();
  const verdicts = verdictsOf(selection);
  if (!verdicts) {
    const { direction } = metricOf(selection.metric);
    if (direction === 'none')
      return (
        <p className="rule-in-force">
          Shown, and not judged: neither its upload nor its unit says whether more or less of it is better.
        </p>
      );
    // Well-known metrics need no hint.
    const better = direction === 'lower-is-better' ? 'less is better, ' : 'more is better, ';
    return (
      <p className="rule-in-force">
        Judged by the plain threshold {formatRatio(thresholdOf(selection))} /{' '}
        {formatRatio(1 / thresholdOf(selection))}, {isOpenMetric(selection.metric) ? better : ''}ignoring
        noise (<a href={methodHref('verdicts')}>why that matters</a>).
      </p>
    );
  }
  const { pairs = 0, nights } = verdicts.columns[selection.judged] ?? {};
  const notes = ruleNotes(banded);
  return (
    <>
      <p className="rule-in-force">
        {nights === undefined
          ? `Judged by noise${pairs > 0 ? `, from ${pairs} ${pairs === 1 ? 'pair' : 'pairs'} of runs` : ''}`
          : `A night has the verdict of its level; the noise is that of ${nights} nights`}{' '}
        (<a href={methodHref(nights === undefined ? 'verdicts' : 'series')}>the method</a>
        {verdicts.ruleVersion === RULE_VERSION ? '' : `, version ${verdicts.ruleVersion}`}).
        {notes.map(({ text, topic, link, act }) => (
          <span key={text}>
            {' '}
            {text} <a href={methodHref(topic)}>{link}</a>
            {act && !frozen ? (
              <>
                , <a href={act.href}>{act.text}</a>
              </>
            ) : null}
          </span>
        ))}
      </p>
      {notes.some(({ calibrate }) => calibrate) && !frozen ? <HowToCalibrate /> : null}
    </>
  );
}
