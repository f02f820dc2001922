import { useEffect, useState } from 'react';
import { useLatest } from '../../ui/page/use-page-keys';
import { type Dropped, takeDropped } from './send/take-dropped';

interface Props {
  onDrop: (dropped: readonly Dropped[]) => void;
  /** Called when files are over the page: what receives them can be loaded. */
  onEnter?: () => void;
}

/** Takes files that are dropped anywhere on the page, and shows that it would. */
export function DropZone({ onDrop, onEnter }: Props) {
  const [isOver, setIsOver] = useState(false);
  const latest = useLatest({ onDrop, onEnter });

  useEffect(() => {
    // An embedded view belongs to the page around it.
    if (window.self !== window.top) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    // Entering a child leaves its parent: the page is left when as many elements were left as entered.
    let depth = 0;
    const dragenter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setIsOver(true);
      latest.current.onEnter?.();
    };
    const dragleave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const dragover = (event: DragEvent) => {
      // Without this the browser opens the file in place of the page.
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      latest.current.onDrop(takeDropped(event.dataTransfer));
    };
    const listeners = { dragenter, dragleave, dragover, drop };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name as keyof typeof listeners, listener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name as keyof typeof listeners, listener);
      }
    };
  }, []);

  if (!isOver) return null;
  return (
    <div className="drop-anywhere" aria-hidden="true">
      <p>
        <strong>Drop to upload</strong>
        <span>Tarballs, logs or folders. Nothing is saved until you confirm.</span>
      </p>
    </div>
  );
}
