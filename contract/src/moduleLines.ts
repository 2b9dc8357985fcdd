// Quantities of a module's curve; separate from the schemas, which few pages load.
export const MODULE_LINES = ['Power', 'Voltage', 'Current'] as const;
