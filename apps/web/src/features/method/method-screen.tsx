import { RULE_VERSION } from '@basecase/analysis';
import { methodHref } from '@basecase/views/url';
import { ErrorsSection } from './errors-section';
import { NoiseSection } from './noise-section';
import { ReasonsSection } from './reasons-section';
import { SeriesSection } from './series-section';
import { VerdictsSection } from './verdicts-section';
import { WordsSection } from './words-section';

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
      <nav aria-label="On this page">
        <ul>
          {CONTENTS.map(([topic, title]) => (
            <li key={topic}>
              <a href={methodHref(topic)}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <article>
        <h1>When is a change real?</h1>
        <p className="lead">
          A release benchmark has one run for most versions and tests, and two runs of the same thing never
          give the same number. This page explains how Basecase tells a change from noise, how often it is
          wrong, and what it cannot detect.
        </p>
        <ul>
          <li>
            <strong>Noise is measured, not assumed:</strong> for each server, workload and test.
          </li>
          <li>
            <strong>All tests of a version are judged together,</strong> so that 32 tests do not mean 32
            chances of a false alarm. On the servers it was measured on, a table of 32 tests in which nothing
            changed has 0.17 false sure flags; a fixed 5% limit has 1.37.
          </li>
          <li>
            <strong>A test that the runs cannot settle is unclear,</strong> not fine, and the page shows how
            many runs would settle it.
          </li>
          <li>
            <strong>A reason is what could account for a change,</strong> with its share. It shows where to
            look next, not what the cause is.
          </li>
        </ul>
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
