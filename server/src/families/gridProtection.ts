// The parameters of grid protection that the portal's own products start with: ranges as they were seen in the field, each to be checked against its maker's documents.
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';

const parameter = (given: Omit<ProductParameter, 'isProtected' | 'isVerified'>): ProductParameter => ({
  ...given,
  // Grid settings are law in most countries.
  isProtected: true,
  isVerified: false,
});

export const GRID_PROTECTION: readonly ProductParameter[] = [
  {
    ...parameter({
      ...{ name: 'reconnectTimeS', title: 'Reconnect time', group: 'reconnection', unit: 's' },
      ...{ min: 0, max: 900, step: 1, default: 60 },
    }),
    // How long it waits switches nothing off; who wants a second person for it, too, says so in the catalogue.
    isProtected: false,
  },
  parameter({
    ...{ name: 'overVoltageV', title: 'Over voltage protection', group: 'voltage', unit: 'V' },
    ...{ min: 230, max: 311, step: 0.1, default: null },
  }),
  parameter({
    ...{ name: 'overVoltageTimeS', title: 'Over voltage trip time', group: 'tripTime', unit: 's' },
    ...{ min: 0.05, max: 60, step: 0.01, default: null },
  }),
  parameter({
    ...{ name: 'underVoltageV', title: 'Under voltage protection', group: 'voltage', unit: 'V' },
    ...{ min: 23, max: 230, step: 0.1, default: null },
  }),
  parameter({
    ...{ name: 'underVoltageTimeS', title: 'Under voltage trip time', group: 'tripTime', unit: 's' },
    ...{ min: 0.05, max: 60, step: 0.01, default: null },
  }),
  parameter({
    ...{ name: 'promptProtectionV', title: 'Prompt protection', group: 'voltage', unit: 'V' },
    ...{ min: 230, max: 311, step: 0.1, default: null },
  }),
  parameter({
    ...{ name: 'promptProtectionTimeS', title: 'Prompt protection time', group: 'tripTime', unit: 's' },
    ...{ min: 0.05, max: 3, step: 0.01, default: null },
  }),
  parameter({
    ...{ name: 'nominalFrequencyHz', title: 'Nominal frequency', group: 'frequency', unit: 'Hz' },
    ...{ min: 50, max: 60, step: 10, default: null },
  }),
  parameter({
    ...{ name: 'overFrequencyHz', title: 'Over frequency protection', group: 'frequency', unit: 'Hz' },
    ...{ min: 50, max: 66, step: 0.01, default: null },
  }),
  parameter({
    ...{ name: 'overFrequencyTimeS', title: 'Over frequency trip time', group: 'tripTime', unit: 's' },
    ...{ min: 0.05, max: 1_000, step: 0.01, default: null },
  }),
  parameter({
    ...{ name: 'underFrequencyHz', title: 'Low frequency protection', group: 'frequency', unit: 'Hz' },
    ...{ min: 45, max: 60, step: 0.01, default: null },
  }),
  parameter({
    ...{ name: 'underFrequencyTimeS', title: 'Low frequency trip time', group: 'tripTime', unit: 's' },
    ...{ min: 0.05, max: 1_000, step: 0.01, default: null },
  }),
];
