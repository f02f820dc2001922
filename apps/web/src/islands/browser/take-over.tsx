import { type ComponentType, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { DropZone } from '../../features/uploads/drop-zone';
import { aimCompareLinks } from '../../ui/page/compare-link';
import { CopyLinks } from '../../ui/page/copy-links';
import { MenuKeys } from '../../ui/page/menu-keys';
import { PageKeys } from '../../ui/search/page-keys';
import { carryToUpload } from './carry-to-upload';

/**
 * Hydrates the server's markup in the box as a component.
 *
 * @param onTaken runs when it responds
 */
export function takeOver<Props extends object>(
  box: Element,
  { props, Screen, onTaken }: { props: Props; Screen: ComponentType<Props>; onTaken: () => void },
) {
  startTransition(() => {
    hydrateRoot(
      box,
      <>
        <Screen {...props} />
        <Retype box={box} onTaken={onTaken} />
      </>,
    );
  });
}

/** Text that was typed before React listened is typed again: React takes it for the value that it drew. */
function Retype({ box, onTaken }: { box: Element; onTaken: () => void }) {
  useEffect(() => {
    for (const field of box.querySelectorAll<HTMLInputElement>('input:not([type])')) {
      const { value, defaultValue } = field;
      if (value === defaultValue) continue;
      // React compares with the value that was last set on the element.
      field.value = defaultValue;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    onTaken();
  }, [box, onTaken]);
  return null;
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
