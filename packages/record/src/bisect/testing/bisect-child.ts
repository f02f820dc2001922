import { readFileSync } from 'node:fs';
import { searchSchema } from '../bisect-journal';
import { searchIn } from './made-search';

/* Searches in its own process, so that a test can kill it: directory, file with the search. */
const [directory = '', file = ''] = process.argv.slice(2);
await searchIn(directory, searchSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
