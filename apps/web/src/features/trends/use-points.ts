import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react';

const POINTS = 'a[data-line]';

interface Point {
  line: number;
  position: number;
}

/**
 * The points of the chart are one tab stop that arrow keys move: left and right along a line, up and down between
 * lines. Without scripts every point is a separate link.
 */
export function usePoints(onPoint: (point: Point) => void) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    // The chart draws its points when it has been measured, and again when its size changes.
    const keepOneStop = () => {
      const points = [...box.querySelectorAll<SVGAElement>(POINTS)];
      const stop =
        points.find((point) => point === document.activeElement) ?? points.find(isStop) ?? points[0];
      for (const point of points) setStop(point, point === stop);
    };
    keepOneStop();
    const observer = new MutationObserver(keepOneStop);
    observer.observe(box, { childList: true, subtree: true });
    return () => observer.disconnect();
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const own = (event.target as Element).closest<SVGAElement>(POINTS);
    const next = own && ref.current && neighbour(ref.current, own, event.key);
    if (!next) return;
    setStop(own, false);
    setStop(next, true);
    next.focus();
    event.preventDefault();
  }

  function onEnter(event: SyntheticEvent) {
    const point = (event.target as Element).closest<SVGAElement>(POINTS);
    if (point) onPoint(pointOf(point));
  }

  return { ref, onKeyDown, onMouseOver: onEnter, onFocus: onEnter };
}

function isStop(point: Element): boolean {
  return point.getAttribute('tabindex') === '0';
}

/** Written only when it changes: an attribute that is set is a mutation too. */
function setStop(point: Element, stop: boolean) {
  const value = stop ? '0' : '-1';
  if (point.getAttribute('tabindex') !== value) point.setAttribute('tabindex', value);
}

function pointOf(element: Element): Point {
  return {
    line: Number(element.getAttribute('data-line')),
    position: Number(element.getAttribute('data-position')),
  };
}

function neighbour(box: Element, own: SVGAElement, key: string): SVGAElement | null {
  const at = pointOf(own);
  const points = [...box.querySelectorAll<SVGAElement>(POINTS)].map((element) => ({
    element,
    ...pointOf(element),
  }));
  const onLine = points.filter(({ line }) => line === at.line).sort((a, b) => a.position - b.position);
  switch (key) {
    case 'ArrowRight':
      return onLine.find(({ position }) => position > at.position)?.element ?? null;
    case 'ArrowLeft':
      return onLine.findLast(({ position }) => position < at.position)?.element ?? null;
    case 'ArrowDown':
      return nearestOn(points, at, 1);
    case 'ArrowUp':
      return nearestOn(points, at, -1);
    default:
      return null;
  }
}

/** The point of the next line that is nearest in place. */
function nearestOn(
  points: readonly (Point & { element: SVGAElement })[],
  at: Point,
  step: 1 | -1,
): SVGAElement | null {
  const others = points.filter(({ line }) => line === at.line + step);
  const sorted = others.sort(
    (a, b) => Math.abs(a.position - at.position) - Math.abs(b.position - at.position),
  );
  return sorted[0]?.element ?? null;
}
