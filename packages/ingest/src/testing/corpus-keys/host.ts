import type { IostatLog } from '../../parsers/host/iostat/iostat-log';
import type { VmstatLog } from '../../parsers/host/vmstat/vmstat-log';
import type { CorpusAnswers, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['vmstat', 'iostat'],
  answers(row, { log, artifact, diagnostics }) {
    if (log?.type === 'vmstat') return ofVmstat(log as VmstatLog);
    if (log?.type !== 'iostat') return {};
    if (row.variant !== '-o JSON') return ofIostat(log as IostatLog);
    const isCut = diagnostics.some(({ code }) => code === 'TRUNCATED_LOG');
    return { ...ofJson(log as IostatLog), valid: isCut || artifact.kind !== 'iostat' ? 'NO' : 'yes' };
  },
  exceptions: [
    {
      match: /iostat_json_killed_truncated\.json$/,
      reason:
        'the row holds a JSON error and no number; that the log is cut (TRUNCATED_LOG) and its complete reports are read is tested in iostat.corpus.test.ts',
    },
    {
      match: /o\.test\.iostat\.nvme0n1$/,
      keys: ['devices'],
      reason:
        'the row counts 90 rows of one device below one header as 90 devices (lines 2 to 91 are nvme0n1)',
    },
  ],
};

type Column = 'cs' | 'us' | 'sy' | 'id' | 'wa';

/** The index counts the since-boot row as a sample, as the scripts of the field do. */
function ofVmstat(log: VmstatLog): CorpusAnswers {
  const rows = log.samples + (log.sinceBoot ? 1 : 0);
  const mean = (column: Column) => (log[column] * log.samples + (log.sinceBoot?.[column] ?? 0)) / rows;
  return {
    samples: rows,
    header_blocks: log.headers,
    mean_cs: mean('cs'),
    mean_us: mean('us'),
    mean_sy: mean('sy'),
    mean_id: mean('id'),
    mean_wa: mean('wa'),
    ...(log.samples > 0 ? { mean_us_skip1: log.us } : {}),
  };
}

function ofIostat({ host, date, cores, counts }: IostatLog): CorpusAnswers {
  return {
    device_blocks: counts.tables,
    host: host ?? undefined,
    date: date ?? undefined,
    ncpu: cores ?? undefined,
    decimal_comma: /\d,\d/.test(counts.firstRow ?? '') ? 'yes' : 'no',
    row1: counts.firstRow ?? undefined,
    devices: counts.names,
    avgcpu_blocks: counts.cpuBlocks,
  };
}

function ofJson({ counts }: IostatLog): CorpusAnswers {
  return { samples: counts.tables, disks: counts.names, dev0: counts.firstRow ?? undefined };
}
