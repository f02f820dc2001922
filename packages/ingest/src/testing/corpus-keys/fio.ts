import type { FileDetails } from '../../model/details';
import type { FioLog } from '../../parsers/fio/fio-log';
import type { CorpusRow } from '../corpus';
import type { CorpusAnswers, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['fio', 'fio-summary'],
  answers(row, file) {
    const log = file.log?.type === 'fio' ? (file.log as FioLog) : null;
    if (!log || !file.details) return {};
    if (log.formats.includes('json')) return ofJson(row, log, file.details);
    return log.formats.includes('terse') ? ofTerse(log, file.details) : ofNormal(row, log, file.details);
  },
};

function ofNormal(row: CorpusRow, { sections }: FioLog, details: FileDetails): CorpusAnswers {
  const rates = details.facts.filter(({ name }) => / IOPS$/.test(name));
  const bandwidths = details.facts.filter(({ name }) => / bandwidth$/.test(name));
  const syncs = details.facts.filter(({ name }) => name === 'sync avg');
  // `read IOPS=20.9k BW=81.8MiB/s`: printed text is compared as a value.
  const at = (key: string, index: number) => {
    const expected = /^(\w+) IOPS=([\d.]+)(k?) BW=([\d.]+)([KMG])iB\/s$/.exec(row.expected.get(key) ?? '');
    const [, name, iops, thousand, bandwidth, prefix = ''] = expected ?? [];
    const rate = rates.at(index);
    const bytes = Number(bandwidth) * 1024 ** (1 + 'KMG'.indexOf(prefix));
    const isSame =
      rate?.name === `${name} IOPS` &&
      Math.abs((rate.number ?? 0) - Number(iops) * (thousand ? 1000 : 1)) < 1e-6 &&
      bandwidths.at(index)?.number === bytes;
    return isSame ? row.expected.get(key) : `${rate?.name}=${rate?.value} ${bandwidths.at(index)?.value}`;
  };
  const firstSync = syncs[0]?.number;
  return {
    ver: sections.find(({ tool }) => tool !== null)?.tool ?? undefined,
    job_blocks: new Set(details.facts.map(({ group }) => group)).size,
    rw_lines: rates.length,
    first: at('first', 0),
    last: at('last', -1),
    sync_lines: syncs.length,
    first_sync_avg: firstSync == null ? undefined : `${inMicroseconds(firstSync)}usec`,
    sections: sections.filter(({ marker }) => marker !== null).length,
  };
}

function inMicroseconds(seconds: number): string {
  return (seconds * 1e6).toFixed(2);
}

function ofJson(row: CorpusRow, { sections }: FioLog, { facts }: FileDetails): CorpusAnswers {
  const section = sections[0];
  const tool = section?.tool ?? '';
  const first = facts[0]?.group;
  const value = (name: string) =>
    facts.find((fact) => fact.group === first && fact.name === name)?.number ?? 0;
  // fio 2 prints IO/s as an integer, fio 3 with decimals.
  const printed = (iops: number) =>
    !tool.startsWith('fio-2') && Number.isInteger(iops) ? `${iops}.0` : `${iops}`;
  const answer = (name: string) =>
    `iops=${printed(value(`${name} IOPS`))} bw_KiB=${Math.floor(value(`${name} bandwidth`) / 1024)}`;
  return {
    ver: tool,
    jobs: new Set(facts.map(({ group }) => group)).size,
    job0: section?.rows[0]?.name,
    ...(row.expected.has('read') ? { read: answer('read'), write: answer('write') } : {}),
  };
}

/** `first_fields` is the head of the first line: version, fio, job, group, error, KB, KB/s, IO/s, msec of reads. */
function ofTerse({ sections }: FioLog, { facts }: FileDetails): CorpusAnswers {
  const value = (name: string) => facts.find((fact) => fact.name === name)?.number ?? 0;
  const row = sections[0]?.rows[0];
  const fields = [
    value('terse version'),
    sections[0]?.tool,
    row?.name,
    row?.group,
    row?.error ? 1 : 0,
    value('read bytes') / 1024,
    value('read bandwidth') / 1024,
    value('read IOPS'),
    Math.round(value('read run time') * 1000),
  ];
  // The index separates its keys with `; `, the fields have no space.
  return { lines: row?.jobs, first_fields: fields.join(';') };
}
