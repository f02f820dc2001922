import type { FormatFamily } from '../family';
import { profileFormat as about } from './about';
import { flamegraph } from './flamegraph';
import { foldedStacks } from './folded-stacks';

/** Samples of a profiler by stack, as `perf script | stackcollapse` folds them and flamegraph.pl draws them. */
export const profileFormat: FormatFamily = { ...about, parsers: [flamegraph, foldedStacks] };
