export { RULES, SERVER_NOISE } from './method-figures';
