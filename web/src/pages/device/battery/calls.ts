// Calls that read and set batteries, by kind; a separate file, as the dialog that sends is loaded on demand.
export const CALLS = {
  battery: { view: 'battery/hx/params/view', set: 'battery/hx/params/setting' },
  hybrid: { view: 'ksp/cureParamateMap', set: 'ksp/paramateCure' },
} as const;
