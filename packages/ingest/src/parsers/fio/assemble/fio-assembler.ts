import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import { type NormalizedResult, type ResultStatus, UNKNOWN_WORKLOAD } from '../../../model/run';
import {
  type AssembleContext,
  type Assembler,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../../family';
import { fioModel } from '../about';
import type { FioLog, FioRow, FioSection } from '../fio-log';
import { assembleSummaries } from '../summary/assemble-summaries';
import { measureRow } from './measure-row';
import { type FioPathInfo, toFioPathInfo } from './path-info';
import { toTestName } from './test-name';

/** A log holds the results of one place; those of one number of jobs make one part of a run. */
export const fioAssembler: Assembler = {
  assemble(logs, context) {
    const raw = logsOfType<FioLog>(logs, 'fio').flatMap((located) => toParts(located, context));
    return [...raw, ...assembleSummaries(logs, context)];
  },
};

function toParts(located: LocatedLog<FioLog>, context: AssembleContext): RunPart[] {
  const { path: filePath, log } = located;
  context.claim(located);
  const pathInfo = toFioPathInfo(filePath, context.rootLabel);
  const studied = log.sections.filter(({ marker }) => marker !== null);
  const isStudy = studied.length > 0;
  const jobs = isStudy ? (pathInfo.jobs ?? firstJobs(studied)) : null;
  const results = log.sections.flatMap((section) => {
    // The study first writes its file: that job is not a test.
    const isSetup = isStudy && section.marker === null;
    return toResults(section, filePath, { isSetup, jobs });
  });
  const byJobs = new Map<number | null, NormalizedResult[]>();
  for (const result of results) {
    addToGroup(byJobs, result.clients, result);
  }
  return [...byJobs].map(([clients, ofClients]) => ({
    benchmark: 'fio',
    label: pathInfo.label,
    directory: path.posix.dirname(filePath),
    variant: pathInfo.variant,
    workload: { ...UNKNOWN_WORKLOAD, clients, label: isStudy ? secondsOf(pathInfo, studied) : null },
    server: pathInfo.server,
    cores: null,
    results: ofClients,
  }));
}

interface ResultOptions {
  isSetup: boolean;
  /** Jobs of every section of a study, null to take those of the row. */
  jobs: number | null;
}

function toResults(section: FioSection, file: string, { isSetup, jobs }: ResultOptions): NormalizedResult[] {
  const base = {
    range: null,
    repeat: 1,
    command: null,
    tool: section.tool,
    device: null,
  };
  const toResult = (test: string, status: ResultStatus, row: FioRow | null): NormalizedResult => ({
    ...base,
    test,
    status,
    unit: fioModel.placeTest(test, null).unit,
    clients: jobs ?? row?.jobs ?? null,
    measurements: [],
  });
  if (section.rows.length === 0) return failedTests(section).map((test) => toResult(test, 'failed', null));
  return section.rows.flatMap((row) => {
    const test = toTestName(section, row);
    if (row.error) return [toResult(test, 'failed', row)];
    return measureRow(row, file).map(({ part, measurements }) => ({
      ...toResult(withPart(test, part), statusOf(section, isSetup), row),
      measurements,
    }));
  });
}

function statusOf(section: FioSection, isSetup: boolean): ResultStatus {
  if (!section.complete) return 'failed';
  return isSetup ? 'warmup' : 'ok';
}

/** The tests of a run without a report. */
function failedTests(section: FioSection): string[] {
  const { marker, definitions } = section;
  if (definitions.length === 0) return marker ? [`${marker.sync}_${marker.blockSize}`] : [];
  return [
    ...new Set(definitions.map((definition) => toTestName(section, { ...definition, options: definition }))),
  ];
}

/** `randrw_4K`, `read` → `randrw.read_4K` */
function withPart(test: string, part: string): string {
  if (part === '') return test;
  const at = test.lastIndexOf('_');
  return /_\d+[KMG]?$/.test(test) ? `${test.slice(0, at)}.${part}${test.slice(at)}` : `${test}.${part}`;
}

function firstJobs(sections: readonly FioSection[]): number | null {
  for (const { rows } of sections) if (rows[0]) return rows[0].jobs;
  return null;
}

/** `300 s` of the name, else the run time when all sections agree. */
function secondsOf(pathInfo: FioPathInfo, sections: readonly FioSection[]): string | null {
  if (pathInfo.seconds !== null) return pathInfo.seconds;
  const seconds = sections.flatMap(({ rows }) =>
    rows.flatMap(({ directions }) => directions.map(({ runtime }) => Math.round(runtime?.value ?? 0))),
  );
  const [first, ...others] = new Set(seconds);
  return first && others.length === 0 ? `${first} s` : null;
}
