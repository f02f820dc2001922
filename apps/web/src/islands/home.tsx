'use client';

import { SavedViewsList } from '../features/home/saved-views-list';
import { Island } from './island';

export function HomeIsland() {
  return <Island name="home" screen={SavedViewsList} given={{}} />;
}
