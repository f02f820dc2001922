import { formatRatio } from '@basecase/analysis';
import { joinNames } from '../text/join-names';
import type { MethodTopic } from '../url/method-href';
import { columnMoveText } from '../verdict/column-note';
import { judgedOf, keyLabel, type ServersSelection } from './servers-selection';

/** A sentence on what judges, and where it is explained. */
export interface RuleSentence {
  text: string;
  topic: MethodTopic;
  link: string;
}

/** What the page judges by, and what is to be known before its judgement of the judged version is believed. */
export function ruleSentences(selection: ServersSelection): RuleSentence[] {
  if (selection.rule === 'thresholds') {
    const limits = `${formatRatio(selection.threshold)} / ${formatRatio(1 / selection.threshold)}`;
    return [
      {
        text: `Judged by the plain threshold ${limits}, ignoring noise.`,
        topic: 'verdicts',
        link: 'Why that matters',
      },
    ];
  }
  const judged = selection.servers.flatMap((server) => {
    const column = judgedOf(selection, server, selection.judged);
    return column ? [{ label: server.label, ...column }] : [];
  });
  const cold = judged.filter(({ pairs }) => pairs === 0).map(({ label }) => label);
  const version = keyLabel(selection.data.keys, selection.keys[selection.judged] ?? '');
  return [
    { text: 'Each cell is judged by the noise of its server.', topic: 'verdicts', link: 'The method' },
    ...(cold.length === 0
      ? []
      : [
          {
            text: `Not calibrated on ${joinNames(cold)}: twice the usual noise is assumed there.`,
            topic: 'not-calibrated' as const,
            link: 'What it means',
          },
        ]),
    ...judged.flatMap(({ label, ...note }): RuleSentence[] => {
      const moved = columnMoveText(note);
      const link = note.broad ? 'What it means' : 'What to do';
      return moved === null
        ? []
        : [{ text: `${version} on ${label}: ${moved}`, topic: 'other-differences', link }];
    }),
  ];
}
