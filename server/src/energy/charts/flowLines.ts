// Series names of energy flows; client programs look series up by these names.
import type { Flow } from '@heliograph/contract/flows.ts';

export const FLOW_LINES: Record<Flow, string> = {
  home: 'Consumption',
  fromGrid: 'From grid',
  toGrid: 'To grid',
  charge: 'Charge',
  discharge: 'Discharge',
  generator: 'Generator',
  production: 'Production',
};
const NAMES = new Set(Object.values(FLOW_LINES));

export const isFlowLine = (name: string): boolean => NAMES.has(name);
