import { type HeatmapModel, prepareBandsSentence } from '@basecase/views/compare';
import { memo } from 'react';
import { Legend } from './heatmap/legend';
import { VerdictLegend } from './heatmap/verdict-legend';
import { OtherDifferences } from './other-differences';
import { PairSettings } from './pair-settings';
import { RuleInForce } from './rule-in-force';

interface Props {
  model: HeatmapModel;
  threshold: number;
}

/**
 * What the numbers say, what that rests on, and the key to the marks. It sums up the table, and is drawn after it: texts of
 * configs are compared for it.
 */
export const ReadLine = memo(function ReadLine({ model, threshold }: Props) {
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
        {selection.pair ? <PairSettings selection={selection} /> : <OtherDifferences selection={selection} />}
      </div>
      {selection.rule === 'verdicts' ? (
        <VerdictLegend />
      ) : (
        <Legend threshold={threshold} isCost={model.isCost} />
      )}
    </div>
  );
});
