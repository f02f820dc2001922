import { type ComponentType, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { DropZone } from '../../features/uploads/drop-zone';
import { aimCompareLinks } from '../../ui/page/compare-link';
import { MenuKeys } from '../../ui/page/menu-keys';
import { PageKeys } from '../../ui/search/page-keys';
import { ISLAND, PROPS } from '../markup';
import { carryToUpload } from './carry-to-upload';

/** Takes over the island of the page, and everything that pages have in common. */
export function start<Props extends object>(name: string, Screen: ComponentType<Props>): void {
  const box = document.querySelector(`[${ISLAND}="${name}"]`);
  const props = document.querySelector(`[${PROPS}="${name}"]`)?.textContent;
  if (!box || !props) throw new Error(`The page has no island ${name}.`);
  startTransition(() => {
    hydrateRoot(box, <Screen {...(JSON.parse(props) as Props)} />);
  });
  startFrame();
}

/** Of every page: its keys, and what is dropped on it. */
export function startFrame(): void {
  aimCompareLinks(document.querySelectorAll<HTMLAnchorElement>('.nav a[href="/compare"]'));
  const frame = document.body.appendChild(document.createElement('div'));
  createRoot(frame).render(
    <>
      <DropZone onDrop={carryToUpload} />
      <MenuKeys />
      <PageKeys />
    </>,
  );
}
