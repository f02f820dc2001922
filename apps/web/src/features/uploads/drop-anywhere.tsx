'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { takeDropped } from './send/take-dropped';

/** What receives files is loaded when somebody first drags some in: no page pays for it before. */
const loadReceiver = () => import('./send/receive-drop');

/**
 * Takes files that are dropped on any page, and shows that it would. The upload page shows what becomes of them, so
 * a drop leads there.
 */
export function DropAnywhere() {
  const router = useRouter();
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    // An embedded view belongs to the page around it.
    if (window.self !== window.top) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    // Entering a child leaves its parent: the page is left when as many elements were left as entered.
    let depth = 0;
    const onEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setIsOver(true);
      void loadReceiver();
    };
    const onLeave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const onOver = (event: DragEvent) => {
      // Without this the browser opens the file in place of the page.
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      const dropped = takeDropped(event.dataTransfer);
      void loadReceiver().then(({ receiveDrop }) => receiveDrop(dropped));
      if (window.location.pathname !== '/upload') router.push('/upload');
    };
    const listeners = { dragenter: onEnter, dragleave: onLeave, dragover: onOver, drop: onDrop };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name as keyof typeof listeners, listener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name as keyof typeof listeners, listener);
      }
    };
  }, [router]);

  if (!isOver) return null;
  return (
    <div className="drop-anywhere" aria-hidden="true">
      <p>
        <strong>Drop to upload</strong>
        <span>Tarballs, logs or folders. Nothing counts until you confirm the preview.</span>
      </p>
    </div>
  );
}
