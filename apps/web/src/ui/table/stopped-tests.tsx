import type { StoppedView } from '@basecase/views/regressions';
import { Section } from '../page/section';

/** Tests that stopped working: above all changes, as they have no ratio to be sorted by. */
export function StoppedTests({ view }: { view: StoppedView }) {
  return (
    <Section title={view.title} id="stopped" hint="in the newest version of its line">
      <ul className="list">
        {view.rows.map(({ key, version, where, tests, more }) => (
          <li key={key}>
            <span>
              {tests.map(({ name, href, note }, index) => (
                <span key={name}>
                  {index > 0 ? '; ' : null}
                  <a href={href}>{name}</a> <span className="dim">({note})</span>
                </span>
              ))}
              {more ? `; ${more}` : null}
              <small>{where}</small>
            </span>
            <span className="dim nowrap">{version}</span>
          </li>
        ))}
      </ul>
      {view.more ? <p className="inset mid">{view.more}</p> : null}
    </Section>
  );
}
