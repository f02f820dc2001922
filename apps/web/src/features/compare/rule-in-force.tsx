import { formatRatio, RULE_VERSION } from '@basecase/analysis';
import { isOpenMetric, metricOf } from '@basecase/ingest/model';
import type { BandedSelection } from '@basecase/views/compare';
import { mainBand, prepareRuleNotes, verdictsOf } from '@basecase/views/compare';
import { methodHref } from '@basecase/views/url';
import { HowToCalibrate } from '../../ui/page/how-to-calibrate';
import { useComparePage } from './compare-page';

/** Says what the page judges by, and what is to be known before its judgement is believed. */
export function RuleInForce({ selection: banded }: { selection: BandedSelection }) {
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
        Judged by the plain threshold {formatRatio(selection.threshold)} /{' '}
        {formatRatio(1 / selection.threshold)}, {isOpenMetric(selection.metric) ? better : ''}ignoring noise (
        <a href={methodHref('verdicts')}>why that matters</a>).
      </p>
    );
  }
  const { pairs = 0, nights } = verdicts.columns[selection.judged] ?? {};
  const notes = prepareRuleNotes(banded);
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
