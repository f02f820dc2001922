import { BadRunForm, ExclusionForm } from '../../ui/exclusions/exclusion-form';

interface Side {
  id: string;
  label: string;
}

/** Takes a pair out, or marks one of its runs as bad. Opens by itself, without scripts too. */
export function ExcludeForm({ a, b }: { a: Side; b: Side }) {
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
