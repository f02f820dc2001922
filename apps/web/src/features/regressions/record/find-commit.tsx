import type { RegressionPage } from '@basecase/db/types';
import { bisectCommand, searchModel } from '@basecase/views/regressions';
import { CopyButton } from '../../../ui/page/copy-button';
import { Section } from '../../../ui/page/section';

/** What a search of the commit found, and the command that searches it. */
export function FindCommit({ page, isLive }: { page: RegressionPage; isLive: boolean }) {
  const found = isLive ? bisectCommand(page) : null;
  if (!found && !page.search) return null;
  return (
    <Section title="Find the commit">
      <div className="inset pile anywhere">
        {page.search ? <CommitFound search={page.search} /> : null}
        {found ? (
          <>
            <p>
              <code>{found.command}</code>
            </p>
            <p className="cluster">
              <CopyButton text={found.command} label="Copy command" />
            </p>
            <p className="mid">{found.note}</p>
          </>
        ) : null}
      </div>
    </Section>
  );
}

/** The verdict of one search with its evidence. */
export function CommitFound({ search }: { search: NonNullable<RegressionPage['search']> }) {
  const { sentence, about, evidence } = searchModel(search);
  return (
    <>
      <p>
        <strong>{sentence}</strong> <span className="mid">{about}</span>
      </p>
      <details>
        <summary>Evidence</summary>
        <pre className="scroll-x">{evidence}</pre>
      </details>
    </>
  );
}
