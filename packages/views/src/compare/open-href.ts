import { clientsOfGroup, type SweepWorkload, sweepFinder } from '@basecase/analysis';
import { sweepHref } from '../url/hrefs';
import { type CompareState, compareHref } from './compare-state';

/** A heatmap of the list of all. */
export interface OpenedEntry {
  server: { slug: string };
  workload: SweepWorkload;
  /** Of its newest two releases; left out while unknown. */
  tests?: number | undefined;
}

interface Address {
  server: string;
  workload: string;
}

/** Where heatmaps are opened by links that name no cell. */
export interface Opening {
  /**
   * The heatmap; of a workload that was measured with several numbers of clients the page of all of them, where the
   * heatmap alone has a row for each test and nothing of the others.
   *
   * @param state of the heatmap; the other page has its base alone
   */
  href(heatmap: Address, state?: Partial<CompareState>): string;
  /** Heatmaps that open as one sweep count once, as the first of them. */
  once<Item>(items: readonly Item[], addressOf: (item: Item) => Address): Item[];
  /** Slug, settings and numbers of clients of the sweep that a heatmap is opened as; null: as itself. */
  sweep(heatmap: Address): { slug: string; label: string; clients: number[] } | null;
}

/** @param entries all heatmaps, at least those of the servers that are asked for */
export function openingOf(entries: readonly OpenedEntry[]): Opening {
  const groupOf = sweepFinder(entries);
  return {
    href(heatmap, state = {}) {
      const group = groupOf(heatmap);
      if (!group) return compareHref({ ...state, ...heatmap });
      return sweepHref({ server: heatmap.server, workload: group.slug }, { base: state.base ?? '' });
    },
    once(items, addressOf) {
      const seen = new Set<unknown>();
      return items.filter((item) => {
        const group = groupOf(addressOf(item));
        const isSeen = seen.has(group);
        if (group) seen.add(group);
        return !isSeen;
      });
    },
    sweep(heatmap) {
      const group = groupOf(heatmap);
      return group ? { slug: group.slug, label: group.label, clients: clientsOfGroup(group) } : null;
    },
  };
}

/** Numbers in a sentence; of more, how many and how far. */
const MOST_COUNTS = 5;

/** `1, 8 and 32 clients`. */
export function clientCountsText(clients: readonly number[]): string {
  const [first = 0] = clients;
  const [last = 0] = clients.slice(-1);
  if (clients.length > MOST_COUNTS) return `${clients.length} client counts from ${first} to ${last}`;
  const others = clients.slice(0, -1).join(', ');
  return `${[others, last].filter((text) => text !== '').join(' and ')} ${last === 1 && others === '' ? 'client' : 'clients'}`;
}
