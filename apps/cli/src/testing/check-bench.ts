import { join } from 'node:path';
import type { CheckedTestNight, SeriesCheckResult } from '../check/nights/series-check';
import { type Captured, runCaptured } from './capture';
import { type NightSketch, nightFolder, writeNight } from './night-directories';
import { makeTemporaryDirectory } from './run-directory';

/** A directory in which nights are written and judged. */
export interface CheckBench {
  cwd: string;
  check(...args: string[]): Promise<Captured>;
  /** The same as JSON. */
  judge(...args: string[]): Promise<
    Omit<Captured, 'stdout'> & {
      series: SeriesCheckResult['series'];
      /** A test of the first series, by its name without the range. */
      of(name: string): CheckedTestNight | undefined;
    }
  >;
  /** Writes a folder of nights, each with its own factors and metadata. */
  past(
    folder: string,
    nights: number,
    factorsOf?: (night: number) => Record<string, number | null>,
    sketchOf?: (night: number) => NightSketch,
  ): Promise<void>;
  /** Writes a new build. @returns its path */
  fresh(
    path: string,
    night: number,
    factors?: Record<string, number | null>,
    sketch?: NightSketch,
  ): Promise<string>;
  remove(): Promise<void>;
}

export async function openCheckBench(): Promise<CheckBench> {
  const { path: cwd, remove } = await makeTemporaryDirectory();
  const check = (...args: string[]) => runCaptured(['check', ...args], { cwd });
  return {
    cwd,
    remove,
    check,
    async judge(...args) {
      const { stdout, ...rest } = await check(...args, '--format', 'json');
      const series: SeriesCheckResult['series'] = stdout === '' ? [] : JSON.parse(stdout).series;
      const of = (name: string) => series[0]?.tests.find(({ test }) => test === `${name}_range=100`);
      return { ...rest, series, of };
    },
    async past(folder, nights, factorsOf = () => ({}), sketchOf = () => ({})) {
      for (let night = 0; night < nights; night += 1) {
        await writeNight(join(cwd, folder, nightFolder(night)), night, factorsOf(night), sketchOf(night));
      }
    },
    async fresh(path, night, factors = {}, sketch = {}) {
      await writeNight(join(cwd, path), night, factors, sketch);
      return path;
    },
  };
}
