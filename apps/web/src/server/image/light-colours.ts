import type { Level } from '@basecase/analysis';

/**
 * The light theme of tokens.css for images, which are drawn without a browser and know no custom properties. A test
 * holds both together.
 */
export const LIGHT = {
  bg: '#f6f6f4',
  surface: '#ffffff',
  'surface-2': '#f1f1ee',
  'surface-3': '#e6e6e2',
  border: '#e2e2dd',
  'border-strong': '#c6c6c0',
  text: '#191917',
  'text-2': '#4a4a45',
  'text-3': '#62625c',
  'text-invert': '#ffffff',
  ink: '#191917',
  regress: '#a03a06',
  improve: '#17599b',
  'series-2': '#85857e',
} as const;

/** Fill and text of each level. */
export const LEVEL_COLOURS: Readonly<Record<Level, { bg: string; fg: string }>> = {
  r1: { bg: '#fdf0e6', fg: '#5e2508' },
  r2: { bg: '#fbdfca', fg: '#5a2206' },
  r3: { bg: '#f8c8a4', fg: '#4a1a03' },
  r4: { bg: '#ee9f6a', fg: '#331101' },
  r5: { bg: '#b5430a', fg: '#ffffff' },
  b1: { bg: '#ebf2fa', fg: '#123f6e' },
  b2: { bg: '#d6e6f6', fg: '#0f3a66' },
  b3: { bg: '#b5d3ef', fg: '#0a2f56' },
  b4: { bg: '#7fb1e0', fg: '#041c36' },
  b5: { bg: '#1c62a8', fg: '#ffffff' },
  n: { bg: '#ffffff', fg: '#4a4a45' },
  v: { bg: '#f1f1ee', fg: '#62625c' },
};
