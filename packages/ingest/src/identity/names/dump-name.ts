import { lookUp } from '../../model/words/look-up';
import { testTail } from './beside-test';

/** What the name of a status dump says. */
export interface DumpName {
  /** The same for all dumps of one view: `sb.pgs.db`, `o.pgs.sut`, `status.txt`. */
  view: string;
  /** The same for the dumps before and after one test: the name without what says when. */
  stem: string;
  /** Taken before the test, or after it; null when the name does not say, which is after it by custom. */
  moment: 'before' | 'after' | null;
}

const WORDS = /(^|[._-])(before|pre|begin|start|after|post|end|stop)(?=[._-]|$)/i;
const BEFORE: ReadonlySet<string> = new Set(['before', 'pre', 'begin', 'start']);
/** `o.pgs.sut1` and `o.pgs.sut2`, `gs.1` and `gs.2`. */
const NUMBER = /([12])(\.txt|\.log)?$/;

/**
 * @param name last part of a path, without the ending of a compressed file
 */
export function parseDumpName(name: string): DumpName {
  const tail = testTail(name);
  // `point-query.pre` is a test, not a moment: what names the test is taken out first.
  const rest = tail === null ? name : name.replace(`.${tail}`, '').replace(/\.dop\d+/, '');
  const word = WORDS.exec(rest);
  const number = NUMBER.exec(rest);
  const [view, first] = word
    ? [rest.replace(WORDS, ''), BEFORE.has((word[2] ?? '').toLowerCase())]
    : [rest.replace(NUMBER, '$2'), number?.[1] === '1'];
  const moment = first ? 'before' : 'after';
  return { view, stem: tail === null ? view : `${view}.${tail}`, moment: word || number ? moment : null };
}

/** What PostgreSQL calls the views that run scripts dump under shorter names. */
const PG_VIEWS: Readonly<Record<string, string>> = {
  bg: 'pg_stat_bgwriter',
  ckpt: 'pg_stat_checkpointer',
  db: 'pg_stat_database',
  tabs: 'pg_stat_all_tables',
  sut: 'pg_stat_user_tables',
  idxs: 'pg_stat_all_indexes',
  io: 'pg_stat_io',
  wal: 'pg_stat_wal',
};

/** The view as its server calls it, for people: `pg_stat_io`, `SHOW GLOBAL STATUS`. */
export function viewTitle(view: string, kind: string): string {
  if (kind === 'mysql_status') return 'SHOW GLOBAL STATUS';
  const [, family, name = ''] = /\bpg([si])\.([a-z]+)/.exec(view) ?? [];
  if (family === 'i') return `pg_statio_${name}`;
  return lookUp(PG_VIEWS, name) ?? (/pg_stat\w+/.exec(view)?.[0] || view);
}
