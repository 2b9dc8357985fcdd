// The colour of each energy flow, the same in every chart.
import type { Flow } from '@heliograph/contract/flows.ts';
import type { InkName } from './ink.ts';

export const FLOW_INKS: Record<Flow, InkName> = {
  production: 'production',
  home: 'consumption',
  fromGrid: 'fromGrid',
  toGrid: 'toGrid',
  charge: 'charge',
  discharge: 'discharge',
  generator: 'other',
};
