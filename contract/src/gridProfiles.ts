// Named sets of grid protection values. Grid settings are law in most countries, so none is a default, and unverified sets say so.

export interface GridProfile {
  id: string;
  /** Name of its standard, the same in every language. */
  name: string;
  /** ISO 3166-1 alpha-2; '' for several countries. */
  country: string;
  year: number;
  /** Source of the values: read from a device, or general knowledge. */
  source: 'device' | 'norm' | 'normByCountry' | 'rule';
  /** False: general knowledge, an example only. */
  isVerified: boolean;
  /** By parameter name (families/gridProtection.ts). */
  values: Readonly<Record<string, number>>;
}

export const GRID_PROFILES: readonly GridProfile[] = [
  {
    id: 'de-4105-2011',
    name: 'VDE-AR-N 4105',
    country: 'DE',
    year: 2011,
    source: 'device',
    isVerified: true,
    values: {
      reconnectTimeS: 65,
      overVoltageV: 264.5,
      overVoltageTimeS: 0.1,
      underVoltageV: 184,
      underVoltageTimeS: 0.1,
      promptProtectionTimeS: 0.1,
      nominalFrequencyHz: 50,
      overFrequencyHz: 51.5,
      overFrequencyTimeS: 0.1,
      underFrequencyHz: 47.5,
      underFrequencyTimeS: 0.1,
    },
  },
  {
    id: 'de-4105-2018',
    name: 'VDE-AR-N 4105',
    country: 'DE',
    year: 2018,
    source: 'norm',
    isVerified: false,
    values: {
      reconnectTimeS: 60,
      overVoltageV: 287.5,
      overVoltageTimeS: 0.1,
      underVoltageV: 184,
      underVoltageTimeS: 3,
      promptProtectionV: 287.5,
      promptProtectionTimeS: 0.1,
      nominalFrequencyHz: 50,
      overFrequencyHz: 51.5,
      overFrequencyTimeS: 0.1,
      underFrequencyHz: 47.5,
      underFrequencyTimeS: 0.1,
    },
  },
  {
    id: 'en-50549-2019',
    name: 'EN 50549-1',
    country: '',
    year: 2019,
    source: 'normByCountry',
    isVerified: false,
    values: {
      reconnectTimeS: 60,
      overVoltageV: 264.5,
      underVoltageV: 195.5,
      underVoltageTimeS: 1.5,
      nominalFrequencyHz: 50,
      overFrequencyHz: 51.5,
      underFrequencyHz: 47.5,
    },
  },
  {
    id: 'us-rule21',
    name: 'Rule 21, 240 V',
    country: 'US',
    year: 2016,
    source: 'rule',
    isVerified: false,
    values: {
      reconnectTimeS: 300,
      overVoltageV: 288,
      overVoltageTimeS: 0.16,
      underVoltageV: 168,
      underVoltageTimeS: 11,
      promptProtectionV: 288,
      promptProtectionTimeS: 0.16,
      nominalFrequencyHz: 60,
      overFrequencyHz: 62,
      overFrequencyTimeS: 0.16,
      underFrequencyHz: 57,
      underFrequencyTimeS: 0.16,
    },
  },
];
