import type { SeriesVerdict } from '@basecase/analysis';
import type { ElsewhereEntry, EvidenceItem, RecordSeries } from '../../../types/regression-page';
import type { RegressionEntry } from '../../../types/regressions';

interface EvidenceInput {
  record: RegressionEntry;
  series: RecordSeries;
  elsewhere: readonly ElsewhereEntry[];
}

/** Reasons to believe a change of nights or not, each with its numbers; those for it first. */
export function nightEvidence({ record, series, elsewhere }: EvidenceInput): EvidenceItem[] {
  const verdict = series.view.verdicts.throughput;
  const items = [
    verdict ? noiseItem(record, verdict) : null,
    staysItem(record, series),
    ...doubtItems(record),
    sameNightItem(series),
    elsewhereItem(record, elsewhere),
    gapItem(record),
    breakItem(series),
  ].flatMap((item) => item ?? []);
  const rank = { for: 0, against: 1, open: 2 };
  return items.sort((a, b) => rank[a.kind] - rank[b.kind]);
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

function noiseItem({ nights, levelRatio }: RegressionEntry, { sigma, rho }: SeriesVerdict): EvidenceItem {
  const alike =
    rho >= 0.1 ? ` A night resembles the one before it (${rho.toFixed(2)}), which is allowed for.` : '';
  const isWeak = nights?.doubts.includes('weak') ?? false;
  return {
    kind: isWeak ? 'open' : 'for',
    title: isWeak ? 'Hardly larger than noise' : 'Larger than noise',
    text: `It moved by ${percent(Math.abs(Math.log(levelRatio)))}; one night is off by ${percent(sigma)} (SD) when nothing changes.${alike}`,
  };
}

function staysItem(record: RegressionEntry, { levelNights }: RecordSeries): EvidenceItem {
  const { before, after } = levelNights;
  const isNew = record.step === 'last';
  return {
    kind: isNew ? 'open' : 'for',
    title: isNew ? 'Newest nights only' : 'It stays',
    text: `${after} ${after === 1 ? 'night' : 'nights'} of the new level after ${before} of the one before.`,
  };
}

const DOUBTS: Readonly<Record<string, Omit<EvidenceItem, 'kind'>>> = {
  'second opinion': {
    title: 'A second method does not see it',
    text: 'E-divisive, which knows neither noise nor levels, finds no cut within three nights.',
  },
  family: {
    title: 'One of many tests',
    text: 'Among so many tests of a night, one has a change as large by chance.',
  },
  drift: {
    title: 'May be a drift',
    text: 'A straight line over many nights fits as well as a step.',
  },
};

function doubtItems({ nights }: RegressionEntry): EvidenceItem[] {
  return (nights?.doubts ?? []).flatMap((doubt): EvidenceItem[] => {
    const item = DOUBTS[doubt];
    return item ? [{ kind: 'against', ...item }] : [];
  });
}

function sameNightItem({ sameNight, view }: RecordSeries): EvidenceItem {
  const others = sameNight.filter(({ isSelf, server }) => !isSelf && server.slug === view.server.slug);
  if (others.length === 0) {
    return {
      kind: 'open',
      title: 'Alone in its night',
      text: 'No other test on this server changed with it.',
    };
  }
  const list = others.slice(0, 5).map(({ key, ratio }) => `${key} ${ratio.toFixed(2)}`);
  const more = others.length > list.length ? ` and ${others.length - list.length} more` : '';
  return {
    kind: 'for',
    title: 'Other tests changed with it',
    text: `The same night: ${list.join(', ')}${more}.`,
  };
}

function elsewhereItem({ kind }: RegressionEntry, elsewhere: readonly ElsewhereEntry[]): EvidenceItem | null {
  const decided = elsewhere.filter(({ verdict }) => verdict !== 'unclear');
  if (decided.length === 0) return null;
  const shown = decided.filter(({ verdict }) => verdict.endsWith(kind));
  const list = decided
    .map(({ server, workload, ratio }) => `${server.name} (${workload.label}) ${ratio?.toFixed(2)}`)
    .join(', ');
  return {
    kind: shown.length === 0 ? 'against' : 'for',
    title:
      shown.length === 0 ? 'Not seen elsewhere' : `Seen in ${shown.length} of ${decided.length} other places`,
    text: `The same commits: ${list}.`,
  };
}

function gapItem({ nights }: RegressionEntry): EvidenceItem | null {
  const count = nights?.suspects.count ?? 0;
  if (count === 0) return null;
  return {
    kind: 'open',
    title: 'Builds between have no value',
    text: `${count} known ${count === 1 ? 'build lies' : 'builds lie'} between the last good and the first bad night, without a value here. Measured, they would narrow the suspects.`,
  };
}

/** Distance at which an environment change is close, but not close enough to be the cause. */
const NEAR = 3;

function breakItem({ view, firstBad }: RecordSeries): EvidenceItem | null {
  const near = view.annotations.filter(({ night }) => night !== null && Math.abs(night - firstBad) <= NEAR);
  if (near.length === 0) return null;
  return {
    kind: 'open',
    title: 'Something else changed near it',
    text: `${near.map(({ label, at }) => `${label} on ${at.slice(0, 10)}`).join('; ')}.`,
  };
}
