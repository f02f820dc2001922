import { TrendsView } from '../trends';
import { start } from './start';

start('trends', TrendsView);
