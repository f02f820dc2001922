import { type CompareState, compareUrl } from '@basecase/views/compare';
import { createContext, type ReactNode, useContext } from 'react';

/** Where the screen stands: on its own page over live numbers, or on the page of a permalink over frozen ones. */
export interface ComparePage {
  /** Path of the page: where its forms lead without scripts. */
  path: string;
  /** Path of its table as text. */
  exportPath: string;
  /** What the address without a query means; only what differs from it is in the URL. */
  defaults: CompareState;
  /** Set for frozen numbers: replaces the choice of server. Nothing is fetched then. */
  frozen: { note: ReactNode; livePath: string; hasRuns: boolean } | null;
}

export const LIVE_PAGE: ComparePage = {
  path: '/compare',
  exportPath: '/api/v1/compare',
  defaults: compareUrl.defaults,
  frozen: null,
};

export const ComparePageContext = createContext(LIVE_PAGE);

export function useComparePage(): ComparePage {
  return useContext(ComparePageContext);
}
