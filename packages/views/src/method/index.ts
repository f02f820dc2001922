export { MEASURED, OTHERS, RULES, SERVER_NOISE } from './method-figures';
