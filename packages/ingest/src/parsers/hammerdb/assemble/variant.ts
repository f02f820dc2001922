import { variantOfVersion } from '../../../layout/find-variant';
import { parseRunDirectory } from '../../../layout/run-directory';
import { takeVersionBuild } from '../../../layout/take-build';
import type { Variant } from '../../../model/run';
import { parseServerVersion } from '../percona/server-version';
import type { Draft } from './drafts';
import type { LogGroup } from './log-group';

/** Product, version and config of a test: from file names, else from what the server said, else from the directory's name. */
export function variantOf(group: LogGroup, { test }: Draft): Variant {
  if (group.named) return group.named.variant;
  const words = group.params?.log.label ?? group.summary?.log.label ?? null;
  if (group.serverVersion) {
    const { version, build } = takeVersionBuild(group.serverVersion.text);
    const said = parseServerVersion(version);
    return { ...variantOfVersion(said.product, said.version, configOf(words)), ...(build && { build }) };
  }
  const directory = parseRunDirectory(group.directoryLabel).variant;
  if (directory.versionKnown) return directory;
  const driver = test.result?.driver ?? test.database;
  if (test.serverVersion !== null && driver !== null) {
    const product = productOf(driver, test.serverVersion);
    return variantOfVersion(product, test.serverVersion, configOf(words));
  }
  return { ...directory, product: driver ?? directory.product };
}

/** Name of the run: repeats and other numbers of virtual users have the same one. */
export function labelOf(group: LogGroup): string {
  const words = group.params?.log.label ?? group.summary?.log.label ?? null;
  return group.named?.label ?? withoutUsers(words) ?? group.directoryLabel;
}

/** The MariaDB driver reaches MySQL too, and there was no MariaDB 6 to 9. */
function productOf(driver: string, version: string): string {
  const major = Number.parseInt(version, 10);
  return driver === 'MariaDB' && major >= 6 && major <= 9 ? 'MySQL' : driver;
}

function configOf(words: string | null): string | null {
  return withoutUsers(words)?.replace(/^(?:mariadb|mysql|percona|seekdb)\d*\s+/i, '') || null;
}

/** `mariadb123 BP 50G VU 16` → `mariadb123 BP 50G` */
function withoutUsers(words: string | null): string | null {
  return words?.replace(/\s*\bVU \d+\b/i, '').trim() || null;
}
