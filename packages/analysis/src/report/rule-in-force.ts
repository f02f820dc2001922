import { formatRatio } from '../format/format';
import { errorRateSentence } from '../verdicts/error-rates';
import { RULE_VERSION } from '../verdicts/rule';
import type { Report, ReportInput, ReportRule } from './report';

/** Says by what the changes of a report are judged, and what is to be known before they are believed. */
export function ruleInForce({
  judgement,
  threshold,
}: Pick<ReportInput, 'judgement' | 'threshold'>): ReportRule {
  if (!judgement) {
    const limits = `${formatRatio(threshold)} / ${formatRatio(1 / threshold)}`;
    const sentence = `Judged by the plain threshold ${limits}, ignoring noise.`;
    return { name: 'thresholds', threshold, sentence };
  }
  const { ruleVersion, calibrated, machine, notes } = judgement;
  // The rates are those of the rule that is in force: a frozen view may be of another one.
  const rate =
    ruleVersion === RULE_VERSION
      ? errorRateSentence(machine === 'dedicated' ? 'dedicated' : 'othersFew')
      : '';
  const sentence = [
    'Judged by noise: a change counts if it exceeds the noise of its test on this server.',
    calibrated ? `Noise is measured. ${rate}`.trim() : 'How many flags are false is not known here.',
    'Likely changes are not confirmed. Tests within noise need more runs.',
    ...notes,
  ].join(' ');
  return { name: 'verdicts', version: ruleVersion, sentence };
}

/** What a report says when nothing changed by the rule in force. */
export function noChangeSentence({ judged, rule }: Pick<Report, 'judged' | 'rule'>): string {
  return `No test of ${judged} changed ${rule.name === 'verdicts' ? 'beyond noise' : 'by the threshold'}.`;
}
