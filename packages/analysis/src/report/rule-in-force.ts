import { formatRatio } from '../format/format';
import type { Report, ReportInput, ReportRule } from './report';

/** Says by what the changes of a report are judged, and what is to be known before they are believed. */
export function ruleInForce({
  judgement,
  threshold,
}: Pick<ReportInput, 'judgement' | 'threshold'>): ReportRule {
  if (!judgement) {
    const limits = `${formatRatio(threshold)} / ${formatRatio(1 / threshold)}`;
    const sentence = `Judged by the plain threshold ${limits}, without regard to noise.`;
    return { name: 'thresholds', threshold, sentence };
  }
  const { ruleVersion, notes } = judgement;
  const sentence = [
    'Judged by noise: a change counts when it is beyond what its test moves by on this server when nothing changed.',
    'About 1 sure flag in 10 may be false; what is possible may be noise; what is unclear needs more runs.',
    ...notes,
  ].join(' ');
  return { name: 'verdicts', version: ruleVersion, sentence };
}

/** What a report says when nothing changed by the rule in force. */
export function noChangeSentence({ judged, rule }: Pick<Report, 'judged' | 'rule'>): string {
  return `No test of ${judged} changed ${rule.name === 'verdicts' ? 'beyond noise' : 'by the threshold'}.`;
}
