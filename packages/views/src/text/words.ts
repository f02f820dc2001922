import { formatFixed, formatValue } from '@basecase/analysis';
import type { WorkloadView } from '@basecase/db/types';
import { isGuessedName, naturalOrder } from '@basecase/ingest/model';

const THIN_SPACE = '\u202f';

/** 12345 → `12 345`, grouped as everywhere with a narrow space that does not break. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
}

/**
 * `1 run`, `9 runs`, `2 heatmaps`.
 *
 * @param plural when it is not the noun with an s
 */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(count)} ${count === 1 ? noun : plural}`;
}

/** `8-core`, `8-core and 24-core`, `8-core, 24-core and 48-core`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** As dates are written. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-20T18:03:00.000Z`, or its day, as `20 Nov 2026`: from the text, so no time zone can move the day. */
export function dayText(iso: string): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** `20 Nov 2026, 18:03 UTC`: server and browser write the same, wherever they are. */
export function timeText(iso: string): string {
  return `${dayText(iso)}, ${iso.slice(11, 16)} UTC`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1000;
const WHOLE_FROM = 100;

/** `482 B`, `12.3 KB`, `1.0 GB`: decimal units, as file managers and `ls -lh --si` have them. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.95 KB would be shown as 1000.0 KB.
  while (value >= STEP - 0.05 && unit < UNITS.length - 1 && bytes >= STEP) {
    value /= STEP;
    unit += 1;
  }
  const digits = unit === 0 || value >= WHOLE_FROM ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/** Memory in binary gigabytes, as it is sold: `32 GiB`. */
export function memoryText(bytes: number): string {
  const value = bytes / 2 ** 30;
  return value >= 1 ? `${Number(value.toFixed(1))} GiB` : bytesText(bytes);
}

/** What people call a product: what fio measures is stored as `storage`. */
export function productName(product: string): string {
  return product === 'storage' ? 'fio' : product;
}

interface NamedServer {
  name: string;
  cores: number | null;
}

/** A server is shown first by its class: `8-core`; by its name if the number of cores is unknown. */
export function serverClass({ name, cores }: NamedServer): string {
  return cores === null ? name : `${cores}-core`;
}

/** Name, then class: `pn53, 8-core`. A name that has its cores, as one that was guessed, is not followed by them. */
export function serverTitle({ name, cores }: NamedServer): string {
  return cores === null || name.startsWith(`${cores}-core`) ? name : `${name}, ${cores}-core`;
}

/** Class and name: `8-core pn53`. */
export function fullServerName(server: NamedServer): string {
  return server.cores === null ? server.name : `${serverClass(server)} ${server.name}`;
}

/**
 * The note for a server that nothing named: all machines of one size share its name.
 *
 * @param uploads that share it; left out: not counted
 * @returns empty for any other name, and for one upload
 */
export function sharedNameText({ name }: { name: string }, uploads?: number): string {
  if (!isGuessedName(name) || (uploads !== undefined && uploads < 2)) return '';
  const who = uploads === undefined ? 'uploads that name no server' : `${uploads} uploads`;
  return `${name} is the name of no particular machine, and ${who} share it. If they come from different machines, the ratios compare the machines as well.`;
}

/** The shortest names that tell servers apart: their class, with the name where two are of one class. */
export function serverNames(servers: readonly NamedServer[]): string[] {
  const classes = servers.map(serverClass);
  // Of servers that are all of one class the class tells nothing.
  if (servers.length > 1 && new Set(classes).size === 1) return servers.map(({ name }) => name);
  return servers.map((server, index) => {
    const own = classes[index] ?? server.name;
    const isUnique = classes.indexOf(own) === classes.lastIndexOf(own);
    return isUnique || own === server.name ? own : `${own} ${server.name}`;
  });
}

/** `1 client`, `40 clients`; empty if unknown. */
export function clientsText(clients: number | null): string {
  if (clients === null) return '';
  return clients === 1 ? '1 client' : `${clients} clients`;
}

/** A number that only the name of a config says may be that of another server: CPU µs/o is computed with it. */
export function coresText({
  cores,
  coresGuessed,
}: {
  cores: number | null;
  coresGuessed?: true;
}): string | null {
  if (cores === null) return null;
  return coresGuessed ? `${cores}, guessed from the config` : String(cores);
}

/** The label without the title of the report it was published in, for places that show the title next to it. */
export function shortWorkloadLabel({ label, source }: Pick<WorkloadView, 'label' | 'source'>): string {
  const suffix = ` (${source})`;
  return source !== null && label.endsWith(suffix) ? label.slice(0, -suffix.length) : label;
}

/** The part of a version that stays the same in its point releases: 8.0 of MySQL 8.0.43, 17 of PostgreSQL 17.5. */
export function majorOf(product: string, version: string): string {
  const [major = version, minor] = version.split('.');
  // From 10 on PostgreSQL counts majors in one number: 9.6, 10, 11.
  const number = Number.parseInt(major, 10);
  if (product === 'PostgreSQL' && number >= 10) return String(number);
  return minor === undefined ? major : `${major}.${minor}`;
}

/** `c8r32` in `x10a_c8r32`: what a config was sized for, cores and GB of memory. */
const SIZE_PART = /^c\d+r\d+$/;

/**
 * The part of a config's name that means the same on every server: `x10a` of `x10a_c8r32` and `x10a_c32r128`.
 * Empty without a config.
 */
export function configStem(config: string | null): string {
  return (config ?? '')
    .split('_')
    .filter((part) => part !== '' && !SIZE_PART.test(part))
    .join('_');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as the content of an element, or of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Order of texts by their characters: for names that machines gave and ISO dates, many times faster than by locale. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Servers from small to large, then by name; those with unknown cores are last. */
export function bySizeAndName(
  a: { name: string; cores: number | null },
  b: { name: string; cores: number | null },
): number {
  const [own, other] = [a.cores ?? Number.POSITIVE_INFINITY, b.cores ?? Number.POSITIVE_INFINITY];
  return (own === other ? 0 : own - other) || naturalOrder(a.name, b.name);
}

/** What occurs most often, and how often; of several the smallest, and null without any. */
export function mostCommon(values: readonly number[]): [value: number, count: number] | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? null;
}

/** Where the numbers of a heatmap come from. */
export function originText({ origin, source }: Pick<WorkloadView, 'origin' | 'source'>): string {
  switch (origin) {
    case 'published':
      return source ? `published figures: ${source}` : 'published figures';
    case 'recorded':
      return 'runs recorded by this project';
    case 'uploaded':
      return 'uploaded runs';
  }
}

const PER_SECOND = 1e6;
/** Below this a tenth of a microsecond is worth a digit. */
const WITH_DECIMAL_BELOW = 100;

/** Seconds as microseconds without the unit: `55.6`, `10 828`. */
export function formatMicroseconds(seconds: number): string {
  const us = seconds * PER_SECOND;
  return us < WITH_DECIMAL_BELOW ? formatFixed(us, 1) : formatValue(Math.round(us), 'throughput');
}

/** A text of at most so many UTF-16 units. No character is halved: no database and no other program takes half of one. */
export function cutText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** Keeps the newest values by key: what is asked for again and again is made once. */
export class Recent<Value> {
  private readonly values = new Map<string, Value>();
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The value of a key, made when it is not there. Of values over the limit, the one not asked for longest goes. */
  get(key: string, make: () => Value): Value {
    const value = this.values.get(key) ?? make();
    this.set(key, value);
    return value;
  }

  /** The value of a key if it is there, which does not count as asking for it. */
  peek(key: string): Value | undefined {
    return this.values.get(key);
  }

  /** Keeps a value in place of what is there, as the one that was asked for last. */
  set(key: string, value: Value): void {
    // A Map keeps the order of insertion: what is asked for goes to the end.
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.limit && oldest !== undefined) this.values.delete(oldest);
  }

  delete(key: string): void {
    this.values.delete(key);
  }

  clear(): void {
    this.values.clear();
  }
}

/** With a capital letter at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What tells a version line from others of its version: branch, build and config, where they are known. */
export function lineParts(line: Record<'branch' | 'flavour' | 'config', string | null>): string[] {
  const parts = { branch: line.branch, build: line.flavour, config: line.config };
  return Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
}

/** To a tenth: places in drawings. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
