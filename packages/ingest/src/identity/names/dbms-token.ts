export interface DbmsToken {
  product: string;
  /** As shown: `9.5.0`, `18beta1`; the token when it is not understood. */
  version: string;
  versionKnown: boolean;
  /** Letters that follow the version: `v2` in my8406v2. They name the build. */
  suffix: string | null;
}

interface Family {
  product: string;
  /** Version and suffix after the letters; null when it is not a version. */
  parse: (rest: string) => { version: string; suffix: string | null } | null;
}

const drop0 = (digits: string | undefined) => String(Number(digits));

/** Four digits M m pp (5651 = 5.6.51), five or six from 10.0 on (100100), two for a branch (80 = 8.0). */
function parseMysql(rest: string) {
  const found = /^(?:(\d)(\d)(\d\d)|(\d\d)(\d)(\d\d)|(\d\d)(\d\d)(\d\d)|(\d)(\d))([a-z]\w*)?$/.exec(rest);
  if (!found) return null;
  const parts = found.slice(1, -1).filter((part) => part !== undefined);
  return { version: parts.map(drop0).join('.'), suffix: found.at(-1) ?? null };
}

/** Six digits MM mm pp: 100230 = 10.2.30, 120101 = 12.1.1. */
function parseMariadb(rest: string) {
  const found = /^(\d\d)(\d\d)(\d\d)([a-z]\w*)?$/.exec(rest);
  if (!found) return null;
  return { version: found.slice(1, 4).map(drop0).join('.'), suffix: found[4] ?? null };
}

/** Other words for the stages of a version. */
const STAGES: Readonly<Record<string, string>> = { b: 'beta', dev: 'devel' };

/** Two digits major, the rest minor: 1222 = 12.22, 110 = 11.0, 1110 = 11.10; 9624 = 9.6.24; 18beta1, 19b1, 18b1git, 19devel. */
function parsePostgres(rest: string) {
  const stage = /^(\d\d)(beta|b|rc|alpha|devel|dev)(\d*)([a-z]\w*)?$/.exec(rest);
  if (stage) {
    const [, major, name, number, source = ''] = stage;
    return { version: `${major}${STAGES[name ?? ''] ?? name}${number}${source}`, suffix: null };
  }
  const release = /^(\d\d)(\d{1,2})([a-z]\w*)?$/.exec(rest);
  if (!release) return null;
  const [, major = '', minor, suffix = null] = release;
  const isNine = Number(major) >= 90 && Number(major) <= 96;
  const shown = isNine ? `${major[0]}.${major[1]}` : major;
  return { version: `${shown}.${drop0(minor)}`, suffix };
}

const FAMILIES: Record<string, Family> = {
  my: { product: 'MySQL', parse: parseMysql },
  fbmy: { product: 'MyRocks', parse: parseMysql },
  // As tables of the Insert Benchmark call it: rx56, rx80.
  rx: { product: 'MyRocks', parse: parseMysql },
  ma: { product: 'MariaDB', parse: parseMariadb },
  pg: { product: 'PostgreSQL', parse: parsePostgres },
};

/** Meaning of `my9500`, `pg18beta1` or `fbmy8028`. Never throws: an unknown token is kept as it is. */
export function parseDbmsToken(token: string): DbmsToken {
  const [, letters = '', rest = ''] = /^([a-z]+)(\d.*)$/i.exec(token) ?? [];
  const family = Object.hasOwn(FAMILIES, letters) ? FAMILIES[letters] : undefined;
  const parsed = family?.parse(rest);
  return {
    product: family?.product ?? token,
    version: parsed?.version ?? token,
    versionKnown: parsed !== null && parsed !== undefined,
    suffix: parsed?.suffix ?? null,
  };
}
