'use client';

import type { ComponentProps } from 'react';
import { HomeInbox } from '../features/home/home-inbox';
import { Island } from './island';

export function HomeIsland(given: ComponentProps<typeof HomeInbox>) {
  return <Island name="home" screen={HomeInbox} given={given} />;
}
