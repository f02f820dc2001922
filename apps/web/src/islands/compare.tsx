'use client';

import type { ComponentProps } from 'react';
import { CompareScreen } from '../features/compare/compare-screen';
import type { ComparePage } from '../features/compare/use-compare-state';
import { FrozenNote } from '../features/share/frozen-note';
import { Share } from '../features/share/share';
import type { ShareProps } from '../features/share/share-body';
import { RememberHeatmap } from '../ui/page/remember-heatmap';
import { SaveView } from '../ui/saved-views/save-view';
import { Island } from './island';
import type { Later } from './markup';

interface Props extends Omit<ComponentProps<typeof CompareScreen>, 'page' | 'share'> {
  share: ShareProps;
  /** Path of the heatmap that the browser remembers; null for none. */
  remember?: string | null;
  /** Set for frozen numbers. */
  frozen?: Omit<ComparePage, 'frozen'> & {
    note: ComponentProps<typeof FrozenNote>;
    /** Whether its runs were kept with it. */
    hasRuns: boolean;
  };
}

/** The heatmap, live or frozen, with what shares it. */
export function CompareView({ share, remember = null, frozen, ...screen }: Props) {
  if (frozen) {
    const { note, hasRuns, ...page } = frozen;
    return (
      <CompareScreen
        {...screen}
        page={{ ...page, frozen: { note: <FrozenNote {...note} />, livePath: note.livePath, hasRuns } }}
        share={<Share {...share} />}
      />
    );
  }
  return (
    <>
      {remember === null ? null : <RememberHeatmap path={remember} />}
      <CompareScreen
        {...screen}
        share={
          <>
            <SaveView />
            <Share {...share} />
          </>
        }
      />
    </>
  );
}

export function CompareIsland({ later, ...given }: Props & { later?: Later | undefined }) {
  const rest = later && { ...later, property: 'data' as const };
  return <Island name="compare" screen={CompareView} given={given} later={rest} />;
}
