'use client';

import { dayText } from '@basecase/views/text';
import { Section } from '../../ui/page/section';
import {
  changeSavedViews,
  moveUpSavedView,
  removeSavedView,
  type SavedView,
  useSavedViews,
} from '../../ui/saved-views/use-saved-views';

/** Views that were saved in this browser; nothing when there are none. */
export function SavedViewsList() {
  const views = useSavedViews();
  if (!views || views.length === 0) return null;
  return (
    <Section title="Saved views" hint="kept in this browser" id="saved-views" className="saved-views">
      <ul className="list">
        {views.map((view, index) => (
          <Row key={view.path} view={view} isFirst={index === 0} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ view: { name, path, savedAt }, isFirst }: { view: SavedView; isFirst: boolean }) {
  return (
    <li>
      <span>
        <a href={path}>{name}</a>
        <small>
          {path.split('?')[0]}, saved {dayText(savedAt)}
        </small>
      </span>
      <span className="row-acts">
        {isFirst ? null : (
          <button
            type="button"
            className="button quiet icon"
            aria-label={`Move ${name} up`}
            onClick={() => changeSavedViews((views) => moveUpSavedView(views, path))}
          >
            ↑
          </button>
        )}
        <button
          type="button"
          className="button quiet icon"
          aria-label={`Remove ${name}`}
          onClick={() => changeSavedViews((views) => removeSavedView(views, path))}
        >
          ×
        </button>
      </span>
    </li>
  );
}
