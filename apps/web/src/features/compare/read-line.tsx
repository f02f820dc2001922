import { type BandedSelection, type HeatmapModel, prepareBandsSentence } from '@basecase/views/compare';
import { Legend } from './heatmap/legend';
import { VerdictLegend } from './heatmap/verdict-legend';
import { OtherDifferences } from './other-differences';
import { PairSettings } from './pair-settings';
import { RuleInForce } from './rule-in-force';

interface Props {
  model: HeatmapModel;
  /** The selection of the frame before: what takes long is drawn when there is time. */
  late: BandedSelection;
  threshold: number;
}

/** What the numbers say, what that rests on, and the key to the marks. */
export function ReadLine({ model, late, threshold }: Props) {
  const { selection } = model;
  const sentence = prepareBandsSentence(selection);
  return (
    <div className="readline">
      <div className="says">
        <p id="sentence">
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
        <RuleInForce selection={selection} />
        {/* Texts of configs are compared for it: not before the frame that shows another base. */}
        {selection.pair ? <PairSettings selection={late} /> : <OtherDifferences selection={late} />}
      </div>
      {selection.rule === 'verdicts' ? (
        <VerdictLegend />
      ) : (
        <Legend threshold={threshold} isCost={model.isCost} />
      )}
    </div>
  );
}
