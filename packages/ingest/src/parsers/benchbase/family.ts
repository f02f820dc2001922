import { DetailsBuilder } from '../../files/details-builder';
import { bytesContainAny } from '../../text/contains-any';
import { toFinite } from '../../text/finite';
import type { FormatFamily } from '../family';
import { JsonDocuments } from '../json-documents';
import { type LogParser, scoreOf } from '../parser';
import { textLines } from '../text-lines';
import { benchbaseFormat as about } from './about';
import { benchbaseAssembler } from './assemble/benchbase-assembler';
import type { BenchbaseConfig, Work } from './config/config-log';
import { benchbaseHistograms } from './histograms';
import { benchbaseRaw } from './raw/raw';
import { addFact, benchbaseSummary } from './summary/summary';
import { benchbaseWindows } from './windows/windows';

/**
 * `config.xml` of a run, `.expconfig` of OLTPBench, and the files that both are started with: terminals, scale factor,
 * isolation, and the time, rate and weights of each phase.
 */
const benchbaseConfig: LogParser = {
  kind: 'benchbase-config',
  about: 'configuration of BenchBase: `<configuration>` or `<parameters>` with `<terminals>` and `<works>`',
  score({ head, bytes, name }) {
    if (!/<(?:configuration|parameters)[\s>]/.test(head)) return 0;
    const isOwn =
      bytesContainAny(bytes, WORKS) && /<(?:terminals|scalefactor)>/.test(bytes.toString('latin1'));
    return scoreOf(isOwn, /(?:^|\.)config\.xml$/.test(name));
  },
  hasDetails: true,
  /** Reads the settings of a run. Every value is a fact; the elements around it are the group. */
  open(reporter, details) {
    const log: BenchbaseConfig = {
      type: 'benchbase-config',
      terminals: null,
      scaleFactor: null,
      isolation: null,
      works: [],
    };
    let bytes: Buffer = Buffer.alloc(0);
    let work: Work | null = null;

    const readNumber = (name: string, text: string, line: number): number | null => {
      const value = toFinite(text);
      if (value !== null && value > 0) return value;
      reporter.report('VALUE_UNREADABLE', `expected a number above 0 as <${name}>`, { line, bytes });
      return null;
    };

    const readWork = (into: Work, name: string, text: string, line: number) => {
      if (name === 'time') into.seconds = readNumber(name, text, line);
      else if (name === 'weights') into.weights = text.replace(/\s+/g, '').slice(0, 200);
      else if (name === 'rate') {
        into.line = line;
        into.rate = NO_LIMIT.test(text) ? null : readNumber(name, text, line);
      }
    };

    const leaves = newXmlLeaves({
      open: (path, line) => {
        if (path.at(-1) !== 'work') return;
        work = { seconds: null, rate: null, weights: null, line };
        if (log.works.length < MAX_WORKS) log.works.push(work);
      },
      leaf: (path, text, line) => {
        const name = path.at(-1) ?? '';
        details?.facts.add({ group: path.slice(1, -1).join('.') || null, name, value: text, line });
        if (path.at(-2) === 'work') {
          if (work) readWork(work, name, text, line);
        } else if (path.length !== 2) return;
        else if (name === 'terminals') log.terminals = readNumber(name, text, line);
        else if (name === 'scalefactor') log.scaleFactor = text.slice(0, 40);
        else if (name === 'isolation') log.isolation = text.slice(0, 80);
      },
    });
    return {
      line: textLines(MAX_LINE_BYTES, (text, at) => {
        bytes = at.bytes;
        leaves.line(text, at.line);
      }),
      end: () => log,
    };
  },
};

const WORKS = ['<works>'];

const MAX_LINE_BYTES = 8192;
/** A configuration with more phases is damaged. */
const MAX_WORKS = 1000;
const NO_LIMIT = /^(?:unlimited|disabled)$/i;

/** What an XML text says. `path` holds the names of the elements around one, then its own; it is reused. */
interface XmlVisitor {
  /** An element without elements in it: `<rate>100</rate>`. */
  leaf(path: readonly string[], text: string, line: number): void;
  open(path: readonly string[], line: number): void;
}

const TAG = /<(\/?)([A-Za-z_][\w.-]{0,60})(\s[^<>]{0,400}|\/)?>([^<]{0,400})/g;
const COMMENT = /<!--.*?-->/g;
/** Configurations are four levels deep. */
const MAX_DEPTH = 32;
const MAX_TEXT = 400;

/**
 * Reads the values of a simple XML text line by line, and holds nothing of it but the path to where it is. Attributes,
 * comments and declarations are skipped; an unclosed element has no value and is not an error.
 */
function newXmlLeaves(visitor: XmlVisitor) {
  const path: string[] = [];
  /** Text of the innermost element while nothing else stood in it. */
  let leafText: { text: string; line: number } | null = null;
  let isComment = false;

  const open = (name: string, text: { text: string; line: number }): void => {
    if (path.length < MAX_DEPTH) path.push(name);
    leafText = text;
    visitor.open(path, text.line);
  };

  const close = (name: string): void => {
    const at = path.lastIndexOf(name);
    if (at < 0) return;
    const leaf = leafText;
    const isOwn = at === path.length - 1;
    if (leaf && isOwn && leaf.text.trim() !== '') visitor.leaf(path, leaf.text.trim(), leaf.line);
    path.length = at;
    leafText = null;
  };

  const append = (text: string): void => {
    const leaf = leafText;
    if (leaf && leaf.text.length + text.length < MAX_TEXT) leaf.text += ` ${text.trim()}`;
  };

  const withoutComments = (printed: string): string => {
    let text = printed;
    if (isComment) {
      const end = text.indexOf('-->');
      if (end < 0) return '';
      isComment = false;
      text = text.slice(end + 3);
    }
    text = text.replace(COMMENT, '');
    const start = text.indexOf('<!--');
    if (start < 0) return text;
    isComment = true;
    return text.slice(0, start);
  };

  return {
    line(printed: string, line: number): void {
      const text = withoutComments(printed);
      const first = text.indexOf('<');
      append(first < 0 ? text : text.slice(0, first));
      for (const [, slash, name = '', rest = '', after = ''] of text.matchAll(TAG)) {
        if (slash === '/') close(name);
        else if (!rest.endsWith('/')) open(name, { text: after, line });
      }
    },
  };
}

/*
 * Files of a run that hold no number of a result. BenchBase names all files of a run `<benchmark>_<time>.<ending>`; what
 * is in these two depends on the server, so their names tell them.
 */

/** `max_connections`, `shared_buffers`, ... of the server, as it said when the run ended. */
const benchbaseParams: LogParser = sideFile('benchbase-params', 'params', 'settings of the server');

/** Counters of the server: `pg_stat_database`, SHOW STATUS. */
const benchbaseMetrics: LogParser = sideFile('benchbase-metrics', 'metrics', 'counters of the server');

function sideFile(kind: string, ending: string, what: string): LogParser {
  const name = new RegExp(String.raw`_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.${ending}\.json$`);
  return {
    kind,
    about: `${what}, in a file <benchmark>_<time>.${ending}.json of BenchBase`,
    score: (sample) => (name.test(sample.name) && /^\s*\{/.test(sample.head) ? 0.5 : 0),
    open: null,
    openDetails() {
      const details = new DetailsBuilder();
      const documents = new JsonDocuments({
        open: () => {},
        close: () => {},
        value: (path, value, line) => addFact(details.facts, path, { value, line }),
        documentEnd: () => {},
        broken: () => {},
      });
      return Object.assign(documents, { end: () => details.build() });
    },
  };
}

/** Markdown of bexhoma, which starts BenchBase and makes tables of its summaries. */
const benchbaseTable: LogParser = {
  kind: 'benchbase-table',
  about: 'the page that bexhoma makes of runs of BenchBase: `## Show Summary`, `Benchbase Workload tpcc`',
  score: ({ head }) => (/^## Show Summary\s+### Workload\s+Benchbase Workload /m.test(head) ? 0.9 : 0),
  open: null,
};

/** BenchBase, and what OLTPBench before it wrote in the same forms. */
export const benchbaseFormat: FormatFamily = {
  ...about,
  parsers: [
    benchbaseSummary,
    benchbaseWindows,
    benchbaseRaw,
    benchbaseConfig,
    benchbaseParams,
    benchbaseMetrics,
    benchbaseHistograms,
    benchbaseTable,
  ],
  assembler: benchbaseAssembler,
};
