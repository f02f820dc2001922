import type { FileReporter } from '../files/reporter';
import { JsonDocuments } from './json-documents';
import type { JsonVisitor } from './json-scanner';
import type { ParsedLog, ParseSession } from './parser';

/** Reads the JSON of one file. A text that is broken or cut is reported, and what came before it is kept. */
export function jsonSession<Log extends ParsedLog>(
  reporter: FileReporter,
  visitor: Partial<JsonVisitor>,
  end: () => Log,
): ParseSession {
  const documents = new JsonDocuments({
    ...visitor,
    broken: (line, bytes) =>
      reporter.report('LINE_UNPARSED', 'expected JSON; the rest was not read', { line, bytes }),
  });
  return {
    line: (bytes, start, stop, line) => documents.line(bytes, start, stop, line),
    piece: (bytes, at) => documents.piece(bytes, at),
    end() {
      if (documents.isOpen) {
        const message = 'the file ends within its JSON: it was cut';
        reporter.report('TRUNCATED_LOG', message, { line: documents.lastLine });
      }
      return end();
    },
  };
}
