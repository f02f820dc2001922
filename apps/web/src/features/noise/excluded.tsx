import type { NoiseExclusionView } from '@basecase/db/types';
import { dayText } from '@basecase/views/text';
import { restore } from '../../server/actions/exclusions';
import { RowAction } from '../../ui/form/row-action';
import { Section } from '../../ui/page/section';
import { RunLink } from './pairs';

/** Manual exclusions with their reasons; undone ones stay in the list. */
export function Excluded({
  exclusions,
  canExclude,
}: {
  exclusions: NoiseExclusionView[];
  canExclude: boolean;
}) {
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
