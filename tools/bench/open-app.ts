import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { stopChild } from '../bootstrap/children.mjs';
import { startWebServer } from '../bootstrap/web-server.mjs';
import { repeat } from './measure';

export interface AppToMeasure {
  databaseUrl: string;
  blobs: string;
  /** Path of the browser. */
  chromium: string;
}

/** Looks at the app on a database with a browser. */
export async function withApp<T>(
  input: AppToMeasure,
  look: (app: { browser: Browser; url: string }) => Promise<T>,
): Promise<T> {
  const { databaseUrl, blobs } = input;
  const { url, child } = await startWebServer({ databaseUrl, blobs, log: `${blobs}.web.log` });
  const browser = await openBrowser(input.chromium);
  try {
    return await look({ browser, url });
  } finally {
    await browser.close();
    await stopChild(child);
  }
}

/** @param path of the browser */
export function openBrowser(path: string): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

export interface Load {
  lcpMs: number;
  blockingMs: number;
  /** Compressed. */
  bytes: number;
}

/** How long until nothing more is loaded: what a page asks for when it is idle counts as well. */
const QUIET_MS = 700;

/**
 * Largest contentful paint, time over 50 ms of long tasks, and compressed bytes of one first visit.
 *
 * @param ready selector of what is there when the page can be used
 */
async function measureLoad(browser: Browser, url: string, ready: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const bodies: Promise<number>[] = [];
    page.on('response', (response) => {
      bodies.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      );
    });
    await page.addInitScript(() => {
      const seen = { lcp: 0, blocking: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.lcp = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.blocking += Math.max(0, entry.duration - 50);
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(QUIET_MS);
    const { lcp, blocking } = await page.evaluate(
      () => (window as unknown as { seen: { lcp: number; blocking: number } }).seen,
    );
    const bytes = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
    return { lcpMs: lcp, blockingMs: blocking, bytes };
  } finally {
    await context.close();
  }
}

/** Several loads, after one that does not count. */
export async function measureLoads(
  browser: Browser,
  url: string,
  { ready, times }: { ready: string; times: number },
): Promise<Load[]> {
  const loads = await repeat(times + 1, () => measureLoad(browser, url, ready));
  return loads.slice(1);
}
