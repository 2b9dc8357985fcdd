// Which calls set the batteries of each kind.
/** The calls of each kind. */
export const CALLS = {
  battery: { view: 'battery/hx/params/view', set: 'battery/hx/params/setting' },
  hybrid: { view: 'ksp/cureParamateMap', set: 'ksp/paramateCure' },
} as const;
