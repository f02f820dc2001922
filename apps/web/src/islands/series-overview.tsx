'use client';

import type { ComponentProps } from 'react';
import { SeriesOverviewScreen } from '../features/series-overview/series-overview-screen';
import { ShareView } from '../features/share/share-view';
import { Island } from './island';

interface Props extends Omit<ComponentProps<typeof SeriesOverviewScreen>, 'share'> {
  share: ComponentProps<typeof ShareView>;
}

/** All tests of a version line, with what shares the view. */
export function SeriesOverviewView({ share, ...screen }: Props) {
  return <SeriesOverviewScreen {...screen} share={<ShareView {...share} />} />;
}

export function SeriesOverviewIsland(props: Props) {
  return <Island name="series-overview" screen={SeriesOverviewView} given={props} />;
}
