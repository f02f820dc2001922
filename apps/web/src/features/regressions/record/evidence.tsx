import type { EvidenceItem, RegressionPage } from '@basecase/db/types';
import { Section } from '../../../ui/page/section';

const SIGNS = { for: '+', against: '−', open: '?' } as const;
const WORDS = { for: 'For: ', against: 'Against: ', open: 'Open: ' } as const;

/** Reasons to believe it and not to, each with its numbers. */
export function Evidence({ page }: { page: RegressionPage }) {
  const { evidence } = page;
  if (evidence.length === 0) return null;
  return (
    <Section title="Evidence" hint={countKinds(evidence)}>
      <ul className="evidence-list">
        {evidence.map(({ kind, title, text }) => (
          <li key={title}>
            <span aria-hidden="true">{SIGNS[kind]}</span>
            <strong>
              <span className="sr-only">{WORDS[kind]}</span>
              {title}
            </strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function countKinds(evidence: readonly EvidenceItem[]): string {
  return (['for', 'against', 'open'] as const)
    .flatMap((kind) => {
      const count = evidence.filter((item) => item.kind === kind).length;
      return count === 0 ? [] : [`${count} ${kind}`];
    })
    .join(', ');
}
