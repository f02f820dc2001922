import path from 'node:path';
import { addToGroup } from '../../assemble/add-to-group';
import { baseName } from '../../layout/base-name';
import { findVariant, type Place, placeLabel, variantOfName } from '../../layout/find-variant';
import type { Variant } from '../../model/run';

/** The run that the results of a file belong to. */
export interface RunName {
  label: string;
  directory: string;
  variant: Variant;
}

/** A file and what it measured: a test and how many threads ran it. */
export interface FileTests {
  path: string;
  tests: ReadonlySet<string>;
}

const EXTENSION = /\.(?:json|txt|log|out|md|bench)$/i;
/** `bench_run2`, `round-3`: files of repeats, which are parts of one run. */
const REPEAT = /(?:^|[-_.])(?:run|repeat|rep|round|iteration|iter)[-_.]?\d{1,6}$/i;

/** The output names machines, compilers, packages and the tool; only names of directories and files say the product. */
const ANY = { isAnyProduct: true };

/**
 * Names the run of each file. Files of one directory that measured different tests complete each other and are one run.
 * Those with the same tests are distinguished by their names, because people compare `old.txt` with `new.txt`;
 * names that count runs (`bench_run1.json`, `bench_run2.json`) are repeats.
 */
export function nameRuns(files: readonly FileTests[], rootLabel: string): Map<string, RunName> {
  const byDirectory = new Map<string, FileTests[]>();
  for (const file of files) addToGroup(byDirectory, path.posix.dirname(file.path), file);
  const names = new Map<string, RunName>();
  for (const [directory, own] of byDirectory) {
    const place = { directory, rootLabel };
    const stems = new Map(own.map((file) => [file.path, stemOf(file.path)]));
    const isApart = new Set(stems.values()).size > 1 && sharesTests(own);
    for (const [file, stem] of stems)
      names.set(file, isApart && stem !== '' ? nameOfFile(place, stem) : nameOfDirectory(place, stem));
  }
  return names;
}

function stemOf(file: string): string {
  return baseName(file).replace(EXTENSION, '').replace(REPEAT, '');
}

function sharesTests(files: readonly FileTests[]): boolean {
  const seen = new Set<string>();
  for (const { tests } of files) {
    for (const test of tests) {
      if (seen.has(test)) return true;
    }
    for (const test of tests) seen.add(test);
  }
  return false;
}

/** The directory says more than the file: `sortlib-2.4.1/bench.json`. */
function nameOfDirectory(place: Place, stem: string): RunName {
  const variant = findVariant(place, ANY);
  const said = variant.versionKnown ? variant : (variantOfName(stem, ANY) ?? variant);
  return { label: placeLabel(place), directory: place.directory, variant: said };
}

/** The name of a file is a version, or a config of the version that the directory is named after. */
function nameOfFile(place: Place, stem: string): RunName {
  const { directory } = place;
  const label = directory === '.' ? stem : `${placeLabel(place)}/${stem}`;
  const own = variantOfName(stem, ANY);
  if (own) return { label, directory, variant: own };
  const above = findVariant(place, ANY);
  if (above.versionKnown) return { label, directory, variant: withConfig(above, stem) };
  const unknown = { version: stem, versionKnown: false, flavour: null, config: null };
  return { label, directory, variant: { product: above.product, ...unknown } };
}

/** `clang` and `note=after` → `clang.note=after` */
export function withConfig(variant: Variant, words: string | null): Variant {
  if (words === null) return variant;
  return { ...variant, config: variant.config === null ? words : `${variant.config}.${words}` };
}
