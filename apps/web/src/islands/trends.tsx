'use client';

import type { ComponentProps } from 'react';
import { ShareView } from '../features/share/share-view';
import { TrendsScreen } from '../features/trends/trends-screen';
import { Island } from './island';

interface Props extends Omit<ComponentProps<typeof TrendsScreen>, 'share'> {
  share: ComponentProps<typeof ShareView>;
}

/** A test over all versions, with what shares the view. */
export function TrendsView({ share, ...screen }: Props) {
  return <TrendsScreen {...screen} share={<ShareView {...share} />} />;
}

export function TrendsIsland(props: Props) {
  return <Island name="trends" screen={TrendsView} given={props} />;
}
