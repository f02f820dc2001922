import { CompareView } from '../compare';
import { start } from './start';

start('compare', CompareView);
