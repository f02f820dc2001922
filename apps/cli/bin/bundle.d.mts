/**
 * Folder of a bundle of the sources as they are; null where none can be made: without the bundler, or where nothing can
 * be written.
 *
 * @param cache folder of the bundles; left out: beside the packages
 */
export function currentBundle(cache?: string): Promise<string | null>;
