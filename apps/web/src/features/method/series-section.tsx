import { ENOUGH_NIGHTS, NEWEST_NIGHTS, SERIES_RULE } from '@basecase/analysis';
import { Section } from './section';

/** How nights and commits are judged: as histories, never one against another. */
export function SeriesSection() {
  return (
    <Section id="series" title="Nights and commits">
      <p>
        Builds that are made every night, or with every commit, have long histories with one run each.
        Comparing each night with another would call noise a change again and again: so from {ENOUGH_NIGHTS}{' '}
        nights on they are judged as a series, one for each test. With fewer, they are compared in pairs like
        releases, and a note on the page tells you.
      </p>
      <ul>
        <li>
          <strong>The noise is that of the series itself,</strong> told from the differences between
          neighbouring nights and corrected for how much a night resembles the one before. No pair of equal
          runs is needed.
        </li>
        <li>
          <strong>A level is a stretch of nights.</strong> A change is where one ends and another begins.
          Single nights far off are left out, a level has at least {SERIES_RULE.leastNights} nights, and steps
          under 3% are not shown.
        </li>
        <li>
          <strong>The newest {NEWEST_NIGHTS} nights can only be possible.</strong> A change is sure when it is
          larger than {SERIES_RULE.sureSize} standard errors of the noise around its levels, when a second
          method sees it too, when it is not a slow drift, and when it stands out among all tests of that
          night. Until then it is possible, and the page lists which of these is missing.
        </li>
        <li>
          <strong>The first bad night stays.</strong> Once a change is sure, its first bad night moves only
          when later nights clearly favour another one, and its history records the move.
        </li>
        <li>
          <strong>Environment changes are not attributed to the software.</strong> A level may change where
          the kernel, the compiler, the disk or another fact of the machine changed, or at an event that was
          added by hand.
        </li>
      </ul>
      <p>
        Measured on made-up histories of 200 nights with noise of 2.5%, nights that resemble each other and 4%
        bad ones, judged again every night: of 360 tests in which nothing changed 5 were called sure at some
        night. A loss of 10% is sure after 5 nights in the median, one of 5% after about 25; both are possible
        before.
      </p>
    </Section>
  );
}
