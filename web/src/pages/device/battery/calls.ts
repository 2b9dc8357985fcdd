// Which calls read and set the batteries of each kind; apart from the dialog that sends, which is loaded when it is opened.
export const CALLS = {
  battery: { view: 'battery/hx/params/view', set: 'battery/hx/params/setting' },
  hybrid: { view: 'ksp/cureParamateMap', set: 'ksp/paramateCure' },
} as const;
