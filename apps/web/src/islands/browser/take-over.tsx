import { type ComponentType, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { DropZone } from '../../features/uploads/drop-zone';
import { aimCompareLinks } from '../../ui/page/compare-link';
import { CopyLinks } from '../../ui/page/copy-links';
import { MenuKeys } from '../../ui/page/menu-keys';
import { PageKeys } from '../../ui/search/page-keys';
import { carryToUpload } from './carry-to-upload';

/** Hydrates the server's markup in the box as a component, with the JSON next to it as props. */
export function takeOver<Props extends object>(box: Element, props: string, Screen: ComponentType<Props>) {
  startTransition(() => {
    hydrateRoot(box, <Screen {...(JSON.parse(props) as Props)} />);
  });
}

/** Of every page: its keys, and what is dropped on it. */
export function takeOverFrame(): void {
  aimCompareLinks(document.querySelectorAll<HTMLAnchorElement>('.nav a[href="/compare"]'));
  const frame = document.body.appendChild(document.createElement('div'));
  createRoot(frame).render(
    <>
      <DropZone onDrop={carryToUpload} />
      <MenuKeys />
      <CopyLinks />
      <PageKeys />
    </>,
  );
}
