import { isSure, NEWEST_NIGHTS, nightVerdict, type SeriesChange, verdictDirection } from '@basecase/analysis';
import type { SeriesSummaryEntry, StoredRelease, StoredVerdict } from '../../types/series';

/** What an evaluation keeps of a test of a line. */
export interface JudgedTest {
  verdict: StoredVerdict;
  release: StoredRelease | null;
  /** Of the line, whether they have the test or not. */
  nights: number;
}

/** A test that is missing in the newest nights of its line has no current state. */
const NEWEST = NEWEST_NIGHTS + 1;

/** How many tests of a line are at another level than the last release, and how many may be. */
export function summarizeLevels(
  series: readonly JudgedTest[],
): Pick<SeriesSummaryEntry, 'tests' | 'slower' | 'faster' | 'possible' | 'release'> {
  const measured = series.filter(isMeasured);
  const found = measured.flatMap(({ verdict, release }) => {
    const last = verdict.levels.at(-1);
    if (!last || !release) return [];
    const base = { value: release.value, runs: release.runs, place: release.place };
    const { verdict: word } = nightVerdict(verdict, last.end - 1, base);
    return isSure(word) ? [verdictDirection(word)] : [];
  });
  return {
    tests: series.length,
    slower: found.filter((direction) => direction === 'slower').length,
    faster: found.filter((direction) => direction === 'faster').length,
    possible: measured.filter(({ verdict }) => newestChange(verdict) !== undefined).length,
    release: series.find(({ release }) => release !== null)?.release?.version ?? null,
  };
}

/** True for a test that some of the newest nights of its line have. */
function isMeasured({ verdict, nights }: JudgedTest): boolean {
  const last = Math.max(verdict.levels.at(-1)?.end ?? 0, (newestChange(verdict)?.firstBad ?? -1) + 1);
  return last > nights - NEWEST;
}

function newestChange({ changes }: StoredVerdict): SeriesChange | undefined {
  return changes.find(({ doubts }) => doubts.includes('newest nights'));
}
