import {
  DEFAULT_RULE,
  ENOUGH_NIGHTS,
  ERROR_RATES,
  errorRateSentence,
  GUARD,
  NEWEST_NIGHTS,
  RULE_VERSION,
  SERIES_RULE,
  seriesErrorSentence,
  twoSidedQuantile,
} from '@basecase/analysis';
import { countText } from '@basecase/views/text';
import { methodHref } from '@basecase/views/url';
import { Prose } from '../../ui/markdown/markdown';
import type { PageColumn } from '../../ui/table/column-table';
import { ErrorsSection, Figures, NoiseSection, Section, Word } from './noise-section';

const CONTENTS = [
  ['noise', 'Noise'],
  ['verdicts', 'Verdicts'],
  ['more-runs', 'More runs'],
  ['first-bad-version', 'First bad version'],
  ['series', 'Nights and commits'],
  ['explanation', 'Reasons'],
  ['other-differences', 'Other differences'],
  ['error-rates', 'Error rates'],
  ['limits', 'Limits'],
  ['words', 'Words'],
] as const;

/** The method, for readers of benchmark posts: verdicts on changes, their reasons, and their error rates. */
export function MethodScreen() {
  return (
    <main id="main" className="page method">
      <a className="skip" href="#text">
        Skip to the text
      </a>
      <nav aria-label="On this page">
        <ul>
          {CONTENTS.map(([topic, title]) => (
            <li key={topic}>
              <a href={methodHref(topic)}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <article id="text">
        <h1>When is a change real?</h1>
        <p className="lead">
          A release benchmark has one run for most versions and tests, and two runs of the same thing never
          give the same number. This page explains how Basecase tells a change from noise, how often it is
          wrong, and what it cannot detect.
        </p>
        <Prose>{`
- **Noise is measured** for each server, workload and test, where runs show it. Elsewhere it is assumed,
  with a note on the page.
- **All tests of a version are judged together,** so that 32 tests do not mean 32 chances of a false alarm.
  ${errorRateSentence('dedicated')}
- **A test that the runs cannot settle is within noise,** not fine, and the page names what would settle it.
- **A reason is what could account for a change,** with its share. It shows where to look next, not what the
  cause is.
`}</Prose>
        <NoiseSection />
        <VerdictsSection />
        <SeriesSection />
        <ReasonsSection />
        <ErrorsSection />
        <WordsSection />
        <p className="dim">Rule version {RULE_VERSION}. Frozen pages name the version they were made with.</p>
      </article>
    </main>
  );
}

/** Glossary of the pages. */
function WordsSection() {
  return (
    <Section id="words" title="Words">
      <dl className="words">
        <Word word="Base">{`
The column that every other number is divided by.
`}</Word>
        <Word word="Ratio, relative QPS">{`
Throughput of a version / throughput of the base. Above 1 is faster; 0.90 is 10% less.
`}</Word>
        <Word word="Test">{`
One row of a heatmap: a microbenchmark with its range, or one step of a benchmark.
`}</Word>
        <Word word="Workload">{`
A benchmark with everything that must be equal for a fair comparison: dataset size, clients, cached or
IO-bound.
`}</Word>
        <Word word="Run, repeat">{`
A run is one execution of a workload by one version. For repeats of a test, the median counts.
`}</Word>
        <Word word="Repeat pair">{`
Two runs that should give the same result.
`}</Word>
        <Word word="σ, sigma">{`
How far apart two single runs of a test are when nothing changed: the standard deviation of the logarithm of
their ratio.
`}</Word>
        <Word word="cpu/o, cs/o, r/o, rKB/o, wKB/o">{`
CPU, context switches, storage reads, KB read and KB written for one operation.
`}</Word>
        <Word word="Record">{`
One regression or improvement: server, workload, test and first bad version, with what people decided about
it.
`}</Word>
        <Word word="Campaign">{`
Runs measured together on one server, under a name that people give them. Without a name, each upload is its
own campaign.
`}</Word>
      </dl>
    </Section>
  );
}

/** How nights and commits are judged: as histories, never one against another. */
function SeriesSection() {
  return (
    <Section id="series" title="Nights and commits">
      <Prose>{`
Builds that are made every night, or with every commit, have long histories with one run each. Comparing
each night with another would call noise a change again and again: so from ${ENOUGH_NIGHTS} nights on they
are judged as a series, one for each test. With fewer, they are compared in pairs like releases, and a note
on the page tells you.

- **The noise is that of the series itself,** told from the differences between neighbouring nights and
  corrected for how much a night resembles the one before. No pair of equal runs is needed.
- **A level is a stretch of nights.** A change is where one ends and another begins. Single nights far off
  do not end one, a level has at least ${SERIES_RULE.leastNights} nights, and steps under 3% are not shown.
- **The newest ${NEWEST_NIGHTS} nights can only be likely.** A change is sure when it is larger than
  ${SERIES_RULE.sureSize} standard errors of the noise around its levels, when it is sure without the newest
  night and without the newest two as well, when a second method sees it too, when it is not a slow drift,
  and when it stands out among all tests of that night. Nothing new is sure in a series with many outlier
  nights or two states. Until then it is likely, and the page lists which of these is missing.
- **The first bad night stays.** Once a change is sure, its first bad night moves only when later nights
  clearly favour another one, and its history records the move.
- **Environment changes are not attributed to the software.** A level may change where the kernel, the
  compiler, the disk or another fact of the machine changed, or at an event that was added by hand.

${seriesErrorSentence()} Of planted changes, ${ERROR_RATES.series.found} were sure.
`}</Prose>
    </Section>
  );
}

/** Since when, with which other numbers, and what else was different. */
function ReasonsSection() {
  return (
    <>
      <Section id="first-bad-version" title="The first bad version">
        <Prose>{`
A regression stays in later versions, so it is reported once, for the version that introduced it. The
results of a test in release order are cut into levels. A cut must explain more than noise does (least
squares, with a penalty of ${DEFAULT_RULE.beta} σ² for each cut). The first version of a lower level is the
first bad version; the one before it is the last good version.

Only versions with the same build and one line of configs are put in one order: a setting that was switched
on is not a release. Configs that continue each other, such as z12a and z12b, are one line. A version that
was measured with another config only is compared, and no step leads to it.

If the new level rests on one run at the end, it is *not confirmed*. If one run leaves the level and the
next version is back, it is *one run only*: either fixed at once or a bad run. Such a record stays likely.
If versions in between were not run, any of them may be the first bad one: the change came somewhere after
the last good version.
`}</Prose>
      </Section>
      <Section id="explanation" title="Reasons">
        <Prose>{`
CPU, context switches, reads and writes are recorded while a test runs, and divided by its operations. If a
test does 25% fewer queries per second and needs 1.33 times the CPU for each, CPU alone accounts for all of
it. Each reason states what that count could account for by itself. Shares overlap. A count that moved the
other way is named as the price. A cost that is too small to matter to an operation is left out, however
large its ratio.

A reason is a place to look, not proof. Nor does it make a change real: of 78 cells that moved by 5% or more
although nothing changed, 35 had a reason, mostly CPU. “Not in these metrics” means that none of the
uploaded metrics changed enough in that direction.
`}</Prose>
      </Section>
      <Section id="suspected-cause" title="Suspected cause">
        <Prose>{`
One code change often affects many tests. Records with the same first bad version, direction and kind of
reason (CPU, CPU and IO, context switches, …) are grouped. In the study behind version 1 of the rule, 31
flags of MySQL 9.5 against 5.6 were 5 groups. That does not prove that each group is one change.
`}</Prose>
      </Section>
      <Section id="other-differences" title="If more than the version differs">
        <Prose>{`
Two columns can differ in config, build flavour, operating system, number of clients or dataset size, or
come from campaigns months apart. Any of these may then cause a change. A warning at the top and at the cell
lists the settings that differ. To settle it, run the older version again with the new settings, and compare
within one campaign.

Sometimes a whole column moves. If CPU or other costs per operation moved with it and account for half of
the tests or more, it is called a broad slowdown or speedup. If no cost did, the server or the base run may
be behind it: run the base once more.
`}</Prose>
      </Section>
    </>
  );
}

const { q, qElsewhere, delta, big, large, settleFactor } = DEFAULT_RULE;
const percent = (part: number, decimals = 0) => `${(part * 100).toFixed(decimals)}%`;
const [LOW, HIGH] = [(1 - big).toFixed(2), (1 + big).toFixed(2)];

/** The words of a cell, and the rule behind them. */
function VerdictsSection() {
  return (
    <>
      <Section id="verdicts" title="Verdicts">
        <Prose>{`
Every test of a version is compared with the base. For each, the question is how often noise alone would
give a change this large. A table of 32 tests asks 32 times, so an event that is rare in one test is not
rare in the table. Therefore all tests of a version are judged together (with the procedure of Benjamini and
Hochberg at ${percent(q)}, at ${percent(qElsewhere)} where others may use the machine): the more tests
changed a lot, the less evidence each one needs. Tests that are filtered out or scrolled away still count,
so a verdict never depends on what you look at.
`}</Prose>
        <dl className="words">
          <Word id="likely-real" word="Sure">{`
Noise alone would rarely cause it, and it is a loss or gain of ${percent(big)} or more (at or under ${LOW},
at or over ${HIGH}). In tables these are the verdicts *regression* and *improvement*.
${errorRateSentence('dedicated')} It needs [evidence of this machine](${methodHref('not-calibrated')}); a
dedicated server without it needs twice the noise of similar servers.
`}</Word>
          <Word id="small" word="Small">{`
As sure as that, but between ${percent(delta)} and ${percent(big)}. Under ${percent(delta)} nothing is
flagged, however certain.
`}</Word>
          <Word id="possible" word="Likely, not confirmed">{`
${percent(big)} or more, and unusual for noise (at most 1 in 20), but not rare enough among so many tests;
or on a machine whose noise is only assumed. It becomes sure if a hardware count per operation, such as KB
written, changed enough with it. CPU per operation does not count, because it follows from the throughput by
arithmetic.
`}</Word>
          <Word id="no-change" word="No change">{`
The runs show with a confidence of 95% that the change is less than ${percent(big)}.
`}</Word>
          <Word id="unclear" word="Within noise">{`
None of these. At this noise, the runs cannot tell whether something changed. It does not mean that nothing
did.
`}</Word>
          <Word id="stopped" word="Stopped working">{`
The test worked in the base, or in the version before, and now it failed, did no operation, or is not in a
run that has at least three quarters of the other tests. Worse than every regression, and without a ratio.
`}</Word>
          <Word id="missing" word="Not measured">{`
Not recorded, failed, missed its SLA, a warm-up, from a bad run, or *suspect*: other lines of its log say
something else. Never counted as 0, never compared.
`}</Word>
        </dl>
        <Prose>{`
What all quiet tests of a version share, up to 2.5%, is taken off before they are judged: the machine was a
little slower that day. If the median test moved by more, the page asks whether the server or the base run
is the cause. On a dedicated machine nothing is subtracted then, because a real change can affect every
test. Where others may use the machine, the move is reported once and subtracted, unless costs account for
it. Tests that moved with their column are within noise, or likely from ${percent(large)} on. The others are
likely at most, unless each side has ${DEFAULT_RULE.sessionsLeast} sessions.

More checks follow. A sure verdict becomes *likely* if the change is under ${GUARD} standard errors of its
repeats, or if the test moved as far between runs that should be the same. If the host of a virtual machine
withheld more than 2% of the CPU in the middle of a test (stolen time), the test is *within noise*. Runs of
another length are not compared. And if context switches per operation changed in a tenth of the tests, a
warning tells you that the two did different work, or waited differently.
`}</Prose>
      </Section>
      <Section id="more-runs" title="How many runs are needed">
        <Prose>{`
Noise shrinks with repeats: medians of k independent runs on each side have noise of about σ / √k. From
three runs on each side on a dedicated machine, and from ${DEFAULT_RULE.sessionsLeast} sessions on each side
elsewhere, the repeats themselves tell the noise of a test. Runs of one session share part of their noise,
so more of them in one session help less than runs in another one. A measured change of ${settleFactor}
times that is settled where several tests changed; a single one among 32 tests needs ${SINGLE} times. A true
loss of that size is measured as a smaller one in half of the cases: to plan runs that show it, use
\`basecase plan\`. For a cell that is likely or within noise, the page names what would settle it. The noise
atlas lists the smallest change that one run can detect in each test.
`}</Prose>
        <Figures
          label="Losses that are settled"
          caption="Smallest measured loss that is settled where several tests changed, by noise and runs on each side"
          rows={SIGMAS}
          columns={[
            { head: 'σ of the test', kind: 'name', text: ({ sigma }) => percent(sigma, 1) },
            ...RUNS.map(
              (runs): PageColumn<(typeof SIGMAS)[number]> => ({
                head: countText(runs, 'run'),
                kind: 'number',
                text: ({ sigma }) => percent(smallestLoss(sigma, runs), 1),
              }),
            ),
          ]}
        />
        <Prose>{`
Two point releases on both sides help with noisy tests: in the study, cells that moved by 5% although
nothing had changed fell from 2.4% of all cells to 0.4%.
`}</Prose>
      </Section>
    </>
  );
}

/** So many times its noise a single change among 32 tests must be. */
const SINGLE = (DEFAULT_RULE.tailScale * twoSidedQuantile(q / 32, 4)).toFixed(1);
const SIGMAS = [0.01, 0.02, 0.03, 0.05].map((sigma) => ({ sigma }));
const RUNS = [1, 2, 3, 5];

function smallestLoss(sigma: number, runs: number): number {
  return Math.max(delta, -Math.expm1((-settleFactor * sigma) / Math.sqrt(runs)));
}
