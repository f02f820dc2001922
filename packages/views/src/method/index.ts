export { OTHERS, RULES, SERVER_NOISE } from './method-figures';
