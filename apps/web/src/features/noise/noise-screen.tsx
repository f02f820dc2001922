import type {
  NoiseAtlasPage,
  NoiseExclusionView,
  NoisePairView,
  NoiseRunView,
  RefusedPairView,
} from '@basecase/db/types';
import { compareHref } from '@basecase/views/compare';
import {
  type NoiseGroup,
  noiseGroups,
  noiseSentence,
  noiseTitle,
  percentText,
  refusalGroups,
  type Strip,
  scaleText,
  testName,
} from '@basecase/views/noise';
import { countText, dayText } from '@basecase/views/text';
import { methodHref, serverHref } from '@basecase/views/url';
import { isKindOpen } from '@basecase/views/verdict';
import { restore } from '../../server/actions/exclusions';
import { BadRunForm, ExclusionForm } from '../../ui/exclusions/exclusion-form';
import { RowAction } from '../../ui/form/row-action';
import { HowToCalibrate } from '../../ui/page/how-to-calibrate';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';

interface Props {
  page: NoiseAtlasPage;
  /** Admins may exclude. */
  canExclude: boolean;
}

/** The noise of each test on one server, with the A/A pairs used and refused. */
export function NoiseScreen({ page, canExclude }: Props) {
  const sentence = noiseSentence(page);
  return (
    <main id="main" className="page noise">
      <div className="page-head">
        <div>
          <p>
            <a href="/noise">Noise</a>
          </p>
          <h1>{noiseTitle(page)}</h1>
          <p>
            <strong>{sentence.strong}</strong>
            {sentence.rest}
          </p>
          <p className="dim">
            {page.workload.details.join(', ')}
            {page.workload.details.length > 0 ? '; ' : ''}
            {page.calibrated ? (
              `${countText(page.pairs, 'repeat pair')}, ${scaleText(page.scale)}`
            ) : (
              <a href={methodHref('not-calibrated')}>assumed</a>
            )}
            ; rule version {page.ruleVersion}
            {!page.calibrated && isKindOpen(page.server.kind) ? (
              <>
                . Dedicated machine? <a href={serverHref(page.server.slug, 'facts')}>Set its kind</a>
              </>
            ) : null}
          </p>
          {page.calibrated ? null : <HowToCalibrate />}
        </div>
        <div className="actions">
          <a
            className="button"
            href={compareHref({ server: page.server.slug, workload: page.workload.slug })}
          >
            Open in compare
          </a>
          <a className="button" href={methodHref('noise')}>
            Method
          </a>
        </div>
      </div>
      <div className="stack">
        <TestsTable groups={noiseGroups(page.tests)} />
        <Pairs pairs={page.used} canExclude={canExclude} />
        <Refusals refusals={page.refusals} canExclude={canExclude} />
        <Excluded exclusions={page.excluded} canExclude={canExclude} />
        {canExclude ? null : (
          <p className="mid">Admins can exclude a pair, or mark a run as bad, with a reason that is kept.</p>
        )}
      </div>
    </main>
  );
}

/** Manual exclusions with their reasons; undone ones stay in the list. */
function Excluded({ exclusions, canExclude }: { exclusions: NoiseExclusionView[]; canExclude: boolean }) {
  if (exclusions.length === 0) return null;
  return (
    <Section title="Excluded by hand" hint="reasons are kept">
      <ul className="list">
        {exclusions.map((exclusion) => (
          <li key={exclusion.id}>
            <span>
              {exclusion.other === null ? 'Bad run ' : 'Pair '}
              <RunLink run={exclusion.run} withDay />
              {exclusion.other === null ? null : (
                <>
                  {' '}
                  and <RunLink run={exclusion.other} withDay />
                </>
              )}
              : {exclusion.reason}
              <small>
                {exclusion.by}, {dayText(exclusion.at)}
                {exclusion.removed
                  ? `; undone by ${exclusion.removed.by}, ${dayText(exclusion.removed.at)}`
                  : ''}
              </small>
            </span>
            {canExclude && exclusion.removed === null ? (
              <RowAction
                id={exclusion.id}
                action={restore}
                label="Undo"
                spokenLabel={`Undo: ${exclusion.reason}`}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Pairs that look like A/A pairs but are not used, with the reason. */
function Refusals({ refusals, canExclude }: { refusals: RefusedPairView[]; canExclude: boolean }) {
  if (refusals.length === 0) return null;
  return (
    <Section title="Refused pairs" hint={<>{countText(refusals.length, 'pair')} not used to measure noise</>}>
      <ul className="list refusals">
        {refusalGroups(refusals).map(({ reason, words, pairs }) => (
          <li key={reason}>
            <div>
              <strong>{reason}</strong>: {words}
              <ul className="bullets">
                {pairs.map((pair) => (
                  <li key={pairKey(pair)}>
                    <PairName product={pair.product} a={pair.a} b={pair.b} />
                    {pair.detail ? <span className="mid">: {pair.detail}</span> : null}
                    {canExclude && pair.reason === 'different environment' ? (
                      <ExcludeForm a={pair.a} b={pair.b} />
                    ) : null}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Each test with its pairs, its noise, and the change that one run and two can detect. */
function TestsTable({ groups }: { groups: NoiseGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <Section
      title="Tests"
      hint="each mark is one repeat pair, from −15% to +15%; the bar holds 95% of the expected noise; “detects”: sure even if no other test changed"
    >
      <ColumnTable
        label="Tests"
        className="data-table noise-tests"
        bodies={groups.map((group) => ({ key: group.label, ...group }))}
        columns={[
          {
            head: 'Test',
            kind: 'name',
            cell: ({ name, note }) => (
              <>
                {name} <span className="dim">{note}</span>
              </>
            ),
          },
          {
            head: 'When nothing changed',
            className: 'strip',
            cell: ({ strip }) => <StripChart strip={strip} />,
          },
          { head: 'Pairs', kind: 'number', text: 'pairs' },
          { head: 'σ', kind: 'number', text: 'sigma' },
          { head: 'Moves by', kind: 'number', text: 'band' },
          {
            head: 'One run detects',
            kind: 'number',
            cell: ({ isBlind, visible }) => (isBlind ? <strong>{visible}</strong> : visible),
          },
          { head: 'Two each show', kind: 'number', className: 'mid', text: 'visibleOfTwo' },
        ]}
      />
    </Section>
  );
}

const WIDTH = 200;
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;
const ARROW = 'M0-4 5 0 0 4z';

function StripChart({ strip }: { strip: Strip }) {
  const x = (percent: number) => (percent / 100) * WIDTH;
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`-5 0 ${WIDTH + 10} ${HEIGHT}`}
      role="img"
      aria-label={strip.text}
    >
      <rect className="band" x={x(strip.from)} width={x(strip.to - strip.from)} y={4} height={HEIGHT - 8} />
      <path className="zero" d={`M${x(50)} 0V${HEIGHT}`} />
      {strip.dots.map(({ at, isBeyond }, index) =>
        isBeyond ? (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: pairs are positions.
            key={index}
            className="dot"
            d={ARROW}
            transform={`translate(${x(at)} ${MIDDLE}) scale(${at > 50 ? 1 : -1} 1)`}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pairs are positions.
          <circle key={index} className="dot" cx={x(at)} cy={MIDDLE} r={2.5} />
        ),
      )}
    </svg>
  );
}

/** The pairs that noise is measured from. */
function Pairs({ pairs, canExclude }: { pairs: NoisePairView[]; canExclude: boolean }) {
  return (
    <Section
      title="Repeat pairs"
      hint={<>{countText(pairs.length, 'pair')} of runs that should be the same</>}
    >
      <ColumnTable
        label="Repeat pairs"
        empty="None. Run one version again, or another point release of a stored major, with the same config. One pair is enough to start."
        rows={pairs}
        rowKey={pairKey}
        columns={[
          { head: 'Pair', kind: 'name', cell: PairName },
          { head: 'Kind', text: 'kind' },
          { head: 'Weight', kind: 'number', text: ({ weight }) => weight.toFixed(2) },
          { head: 'Tests', kind: 'number', text: 'tests' },
          {
            head: 'Median change',
            kind: 'number',
            text: ({ medianChange }) => percentText(Math.expm1(medianChange)),
          },
          {
            head: 'Largest change',
            text: ({ largest }) =>
              largest &&
              `${testName(largest.test)} ${largest.x < 0 ? '−' : '+'}${percentText(Math.abs(Math.expm1(largest.x)))}`,
          },
          {
            head: 'Same work',
            className: 'mid',
            text: ({ gate }) => (gate === 'passed' ? 'yes' : 'unknown'),
          },
          canExclude ? { head: 'For admins', cell: ExcludeForm } : null,
        ]}
      />
    </Section>
  );
}

function pairKey({ a, b }: Pick<NoisePairView, 'a' | 'b'>): string {
  return `${a.id} ${a.repeat} ${b.id} ${b.repeat}`;
}

/** Two runs, each a link, with their days when it is one version run again; or two repeats of one run. */
function PairName({ product, a, b }: { product: string; a: NoiseRunView; b: NoiseRunView }) {
  if (a.id === b.id) {
    return (
      <>
        {product} <RunLink run={a} withDay={false} />, repeats {a.repeat} and {b.repeat}
      </>
    );
  }
  const isAgain = a.version === b.version;
  return (
    <>
      {product} <RunLink run={a} withDay={isAgain} /> and <RunLink run={b} withDay={isAgain} />
    </>
  );
}

function RunLink({ run, withDay }: { run: NoiseRunView; withDay: boolean }) {
  const day = withDay && run.at !== null ? ` of ${dayText(run.at)}` : '';
  return (
    <a href={`/runs/${run.id}`} title={run.label}>
      {run.version}
      {day}
    </a>
  );
}

interface Side {
  id: string;
  label: string;
}

/** Takes a pair out, or marks one of its runs as bad. Opens by itself, without scripts too. */
function ExcludeForm({ a, b }: { a: Side; b: Side }) {
  return (
    <details className="exclude">
      <summary aria-label={`Exclude ${a.label} and ${b.label}, or one of them`}>Exclude …</summary>
      {a.id === b.id ? null : (
        <ExclusionForm
          run={a.id}
          other={b.id}
          label="Reason, shown to everyone"
          placeholder="fan failed, 2 of 8 cores throttled"
          button="This pair"
        />
      )}
      <BadRunForm run={a} />
      {a.id === b.id ? null : <BadRunForm run={b} />}
    </details>
  );
}
