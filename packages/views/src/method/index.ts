export { RULES, SERVER_NOISE } from './figures';
