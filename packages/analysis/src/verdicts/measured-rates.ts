// Written by `npm run verdicts`: do not edit.
import type { MeasuredRates } from './rate-types';

export const MEASURED_RATES: MeasuredRates = {
  ruleVersion: 6,
  rates: {
    'simulated 2': { of: 60, falseFlags: 0, found: [[0.1, 0]] },
    'simulated 3': { of: 60, falseFlags: 0, found: [[0.1, 93]] },
    'simulated 4': { of: 60, falseFlags: 0, found: [[0.1, 97]] },
    'simulated 6': { of: 60, falseFlags: 0, found: [[0.1, 98]] },
    'simulated 8': { of: 60, falseFlags: 0, found: [[0.1, 100]] },
    'simulated 12': { of: 60, falseFlags: 0, found: [[0.1, 100]] },
    'simulated 20': { of: 60, falseFlags: 0, found: [[0.1, 100]] },
    'cloud 2': {
      of: 102,
      falseFlags: 0.11,
      found: [
        [0.05, 0],
        [0.1, 4],
        [0.2, 22],
      ],
    },
    'cloud 4': {
      of: 102,
      falseFlags: 0.01,
      found: [
        [0.05, 1],
        [0.1, 12],
        [0.2, 35],
      ],
    },
    'cloud 8': {
      of: 102,
      falseFlags: 0.01,
      found: [
        [0.05, 5],
        [0.1, 17],
        [0.2, 40],
      ],
    },
    'cloud 2 and 1': {
      of: 102,
      falseFlags: 0.37,
      found: [
        [0.2, 8],
        [0.4, 28],
      ],
    },
    author: {
      of: 8,
      falseFlags: 0.13,
      found: [
        [0.05, 63],
        [0.07, 83],
        [0.1, 99],
        [0.2, 100],
      ],
    },
    tpch: {
      of: 120,
      falseFlags: 0.24,
      found: [
        [0.05, 67],
        [0.07, 89],
        [0.1, 92],
        [0.2, 96],
      ],
    },
    'tpch q 0.05': {
      of: 120,
      falseFlags: 0.13,
      found: [
        [0.05, 38],
        [0.07, 81],
        [0.1, 90],
        [0.2, 96],
      ],
    },
    'tpch q 0.07': {
      of: 120,
      falseFlags: 0.19,
      found: [
        [0.05, 52],
        [0.07, 86],
        [0.1, 91],
        [0.2, 96],
      ],
    },
    'tpch q 0.08': {
      of: 120,
      falseFlags: 0.2,
      found: [
        [0.05, 56],
        [0.07, 87],
        [0.1, 91],
        [0.2, 96],
      ],
    },
    'tpch q 0.12': {
      of: 120,
      falseFlags: 0.26,
      found: [
        [0.05, 68],
        [0.07, 89],
        [0.1, 93],
        [0.2, 96],
      ],
    },
    'series end': { of: 400, falseFlags: 0.003, found: [] },
    'series ever': {
      of: 300,
      falseFlags: 0.017,
      found: [
        [0.1, 13],
        [0.2, 29],
      ],
    },
    tcpd: { of: 16, falseFlags: null, found: [], f1: 0.813 },
    claims: { of: 21, falseFlags: null, found: [], claims: [19, 15] },
    recorder: {
      of: 1200,
      falseFlags: 0.0008333333333333334,
      found: [],
      rounds: [0.3224652777777778, 0.893125, 1.033125],
    },
  },
};
