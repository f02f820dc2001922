'use client';

import type { ComponentProps } from 'react';
import { ServersScreen } from '../features/servers/servers-screen';
import { ShareView } from '../features/share/share-view';
import { Island } from './island';

interface Props extends Omit<ComponentProps<typeof ServersScreen>, 'share'> {
  share: ComponentProps<typeof ShareView>;
}

/** The same versions on several servers, with what shares the view. */
export function ServersView({ share, ...screen }: Props) {
  return <ServersScreen {...screen} share={<ShareView {...share} />} />;
}

export function ServersIsland(props: Props) {
  return <Island name="servers" screen={ServersView} given={props} />;
}
