export * from './clients/clients-model';
export * from './counters/counters-model';
export * from './flamegraph/flamegraph-model';
export * from './tabs';
