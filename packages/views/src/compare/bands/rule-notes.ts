import { groupDigits } from '../../text/count-text';
import { joinNames } from '../../text/join-names';
import { type ColumnWarning, columnWarnings } from '../heatmap/verdict-sentence';
import { verdictsOf } from '../judge-selection';
import { hasCellsWithoutRounds } from '../rounds-of-cell';
import type { Band, BandedSelection } from './banded-selection';
import { countUnclear, isMostlyUnclear, type UnclearCount } from './count-unclear';

/** Notes above the table: columns that moved as a whole, unknown noise, and unclear tests. */
export function ruleNotes(banded: BandedSelection): ColumnWarning[] {
  const notes = banded.bands.flatMap(({ selection }) => {
    const verdicts = verdictsOf(selection);
    return verdicts ? columnWarnings(selection, verdicts) : [];
  });
  // Each band says the same of itself where its noise is not known.
  const said = notes.filter((note, index) => notes.findIndex(({ text }) => text === note.text) === index);
  const unclear = unclearNote(banded);
  return unclear ? [...said, unclear] : said;
}

/** Unclear cells of all bands. */
export function unclearIn({ bands }: BandedSelection): UnclearCount {
  return bands
    .map(({ selection }) => countUnclear(selection))
    .reduce((a, b) => ({ unclear: a.unclear + b.unclear, judged: a.judged + b.judged }), {
      unclear: 0,
      judged: 0,
    });
}

/** Null where nothing is unclear. */
function unclearNote(banded: BandedSelection): ColumnWarning | null {
  const count = unclearIn(banded);
  if (count.unclear === 0) return null;
  const look = isMostlyUnclear(count) ? 'dim' : 'dim with a dot';
  const cells = `Unclear: ${groupDigits(count.unclear)} of ${groupDigits(count.judged)} cells, ${look}.`;
  return {
    text: [cells, mostlyIn(banded, count), ...visibleText(banded)].filter(Boolean).join(' '),
    topic: 'unclear',
    link: 'What to do',
  };
}

/** Names the product that has most of what is unclear, where there are several. */
function mostlyIn({ bands }: BandedSelection, { unclear }: UnclearCount): string {
  if (bands.length < 2) return '';
  const most = bands.find(({ selection }) => countUnclear(selection).unclear * 2 > unclear);
  return most ? `Mostly ${productOf(most)}.` : '';
}

/** The size of change that one run can detect, per band; cells with rounds have their own. */
function visibleText({ bands }: BandedSelection): string[] {
  const known = bands.flatMap((band) => {
    const visible = verdictsOf(band.selection)?.visible;
    return visible === undefined || !hasCellsWithoutRounds(band.selection)
      ? []
      : [{ band, percent: `${Math.round(visible * 100)}%` }];
  });
  const [first, ...others] = known;
  if (!first) return [];
  if (others.every(({ percent }) => percent === first.percent))
    return [`With one run, changes under ${first.percent} can’t be detected in a typical test.`];
  const parts = known.map(({ band, percent }) => `${percent} of ${productOf(band)}`);
  return [`With one run, changes under ${joinNames(parts)} can’t be detected in a typical test.`];
}

function productOf({ selection }: Band): string {
  return selection.columns[0]?.product ?? '';
}
