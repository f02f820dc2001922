import { buildLabel } from './build';

/** A name as `buildName` makes it behind its version line, in parts that people read. */
export interface NamedBuild {
  /** `19devel` */
  version: string;
  /** `29 Aug 2026 g4eb13e8a` */
  label: string;
}

const NAME = /^(\S+) (?:(\d{4})(\d\d)(\d\d))?-?(?:g([0-9a-f]{7,8})|b(\d+))?$/;

/** Reads `19devel 20260829-g4eb13e8a`, as records and feeds name a build; null for any other text. */
export function readBuildName(text: string): NamedBuild | null {
  const [all, version = '', year, month, day, commit, number] = NAME.exec(text) ?? [];
  if (all === undefined) return null;
  const committedAt = year === undefined ? null : `${year}-${month}-${day}T00:00:00.000Z`;
  if (committedAt !== null && Number.isNaN(Date.parse(committedAt))) return null;
  const label = buildLabel({
    commit: commit ?? null,
    number: number === undefined ? null : Number(number),
    committedAt,
  });
  return label === '' ? null : { version, label };
}

/** `29 Aug 2026 g4eb13e8a` of the name of a build; any other text, as that of a release, is as it was. */
export function versionLabel(text: string): string {
  return readBuildName(text)?.label ?? text;
}
