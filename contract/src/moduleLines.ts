// What a module's curve may be of; apart from the schemas, which not every page loads.
export const MODULE_LINES = ['Power', 'Voltage', 'Current'] as const;
