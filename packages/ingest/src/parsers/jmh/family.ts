import type { FormatFamily } from '../family';
import { jmhFormat as about } from './about';
import { jmhAssembler } from './assemble/jmh-assembler';
import { jmhJson } from './json/jmh-json';
import { jmhText } from './text/jmh-text';

/** JMH, the benchmark harness of OpenJDK (github.com/openjdk/jmh): its JSON (-rf json), and what it prints. */
export const jmhFormat: FormatFamily = { ...about, parsers: [jmhJson, jmhText], assembler: jmhAssembler };
