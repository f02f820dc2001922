import type { RegressionPage } from '@basecase/db/types';
import { bisectCommand } from '@basecase/views/regressions';
import { CopyButton } from '../../../ui/page/copy-button';
import { Section } from '../../../ui/page/section';

/** The command that searches the commit. */
export function FindCommit({ page }: { page: RegressionPage }) {
  const found = bisectCommand(page);
  if (!found) return null;
  return (
    <Section title="Find the commit">
      <div className="inset pile anywhere">
        <p>
          <code>{found.command}</code>
        </p>
        <p className="cluster">
          <CopyButton text={found.command} label="Copy command" />
        </p>
        <p className="mid">{found.note}</p>
      </div>
    </Section>
  );
}
