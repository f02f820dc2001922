import type { ServerKind } from '@basecase/ingest/model';
import { joinNames } from '../text/join-names';
import type { MethodTopic } from '../url/method-href';
import { assumedNoiseText, CALIBRATE } from '../verdict/calibration-words';
import { columnMoveText, type JudgedColumn } from '../verdict/column-note';
import { plainThresholdText } from '../verdict/plain-threshold';
import { verdictOfLetter } from '../verdict/verdict-letters';
import { judgedOf, keyLabel, type ServersSelection } from './servers-selection';

/** A sentence on what judges, and where it is explained. */
export interface RuleSentence {
  text: string;
  topic: MethodTopic;
  link: string;
  /** Set where the noise is not known: the page says how it would be. */
  calibrate?: true;
}

type JudgedServer = JudgedColumn & { label: string; kind: ServerKind | null };

/** Nothing of its own tells its noise: no pair, no nights, and not all of it in rounds. */
function isCold({ pairs, nights, rounds = 0, letters }: JudgedServer): boolean {
  const compared = [...letters].filter((letter) => verdictOfLetter(letter) !== 'missing').length;
  return pairs === 0 && nights === undefined && (rounds === 0 || rounds < compared);
}

/** What is assumed where nothing is known: first where nothing can be sure, each kind of server with its assumption. */
function coldSentences(cold: readonly JudgedServer[]): RuleSentence[] {
  const note = { topic: 'not-calibrated', link: 'What it means', calibrate: true } as const;
  const unsure = cold.filter((column) => column.unsure);
  const others = cold.filter((column) => !column.unsure);
  const namesOf = (own: readonly JudgedServer[]) => joinNames(own.map(({ label }) => label));
  return [
    ...(unsure.length === 0
      ? []
      : [
          {
            ...note,
            text: `Not calibrated on ${namesOf(unsure)}, which others may use: no change is sure there.`,
          },
        ]),
    ...(others.length === 0
      ? []
      : [
          {
            ...note,
            text: `Not calibrated on ${namesOf(others)}: ${assumedNoiseText('dedicated')} there, and the error rate is unknown.`,
          },
        ]),
  ].map((sentence, index, all) =>
    index === all.length - 1 ? { ...sentence, text: `${sentence.text} ${CALIBRATE}` } : sentence,
  );
}

/** What the page judges by, and what is to be known before its judgement of the judged version is believed. */
export function ruleSentences(selection: ServersSelection): RuleSentence[] {
  if (selection.rule === 'thresholds') {
    return [
      {
        text: plainThresholdText(selection.threshold),
        topic: 'verdicts',
        link: 'Why that matters',
      },
    ];
  }
  const judged = selection.servers.flatMap((server) => {
    const column = judgedOf(selection, server, selection.judged);
    return column ? [{ label: server.label, kind: server.server.kind ?? null, ...column }] : [];
  });
  const cold = judged.filter(isCold);
  const version = keyLabel(selection.data.keys, selection.keys[selection.judged] ?? '');
  return [
    { text: 'Each cell is judged by the noise of its server.', topic: 'verdicts', link: 'The method' },
    ...coldSentences(cold),
    ...judged.flatMap(({ label, ...note }): RuleSentence[] => {
      const moved = columnMoveText(note);
      const link = note.broad ? 'What it means' : 'What to do';
      return moved === null
        ? []
        : [{ text: `${version} on ${label}: ${moved}`, topic: 'other-differences', link }];
    }),
  ];
}
