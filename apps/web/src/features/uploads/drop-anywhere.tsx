'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { DropZone } from './drop-zone';
import { takeCarried } from './send/carried';

/** Loads the drop target on the first drag, so that no page pays for it earlier. */
const loadReceiver = () => import('./send/receive-drop');

/** A drop on any page leads to the upload page, which shows what becomes of the files. */
export function DropAnywhere() {
  const router = useRouter();
  useEffect(() => {
    const carried = takeCarried();
    if (carried.length > 0) void loadReceiver().then(({ receiveDrop }) => receiveDrop(carried));
  }, []);
  return (
    <DropZone
      onEnter={() => void loadReceiver()}
      onDrop={(dropped) => {
        void loadReceiver().then(({ receiveDrop }) => receiveDrop(dropped));
        if (window.location.pathname !== '/upload') router.push('/upload');
      }}
    />
  );
}
