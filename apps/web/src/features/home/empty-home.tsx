import { Section } from '../../ui/page/section';
import { Hero } from './hero';
import { RecordSteps } from './record-steps';

/** The home page without data: each section explains its future content. */
export function EmptyHome() {
  return (
    <main id="main" className="page">
      <Hero />
      <div className="cols home">
        <div className="stack">
          <Section title="Start here" hint="nothing is stored yet">
            <ol className="steps">
              <li>
                <h3>Have results already?</h3>
                <p>
                  Drop the tarball or the folder that your scripts wrote on this page: sysbench logs, with
                  vmstat and iostat logs next to them. You see a preview before anything is saved.
                </p>
                <a className="button" href="/upload">
                  Choose files
                </a>
              </li>
              <li id="record">
                <h3>No results yet?</h3>
                <RecordSteps />
              </li>
              <li>
                <h3>Only want to look?</h3>
                <p>
                  The samples are five releases of PostgreSQL that this project recorded on a 2-core server.
                  Each can be deleted on its upload page.
                </p>
                <pre>npx basecase ingest samples/*.tar.gz</pre>
              </li>
            </ol>
          </Section>
          <Section title="Releases">
            <p className="inset mid">
              With two releases of one product on one server, with the same config and build, their change
              stands here.
            </p>
          </Section>
        </div>
        <div className="stack">
          <Section title="Servers">
            <p className="inset mid">A server is made by its first upload.</p>
          </Section>
          <Section title="Products">
            <p className="inset mid">None yet.</p>
          </Section>
        </div>
      </div>
    </main>
  );
}
