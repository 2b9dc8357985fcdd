// The colour of each flow of energy, the same on every picture.
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
