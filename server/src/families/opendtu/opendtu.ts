// OpenDTU with unchanged firmware: its product and the commands it supports (docs/devices/opendtu.md).
import type { CommandAction } from '@heliograph/contract/commands.ts';
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import type { Family, Profile } from '../family.ts';

export const OPENDTU_MODEL = 'OpenDTU';
/** The settings page accepts a base topic of 32 characters: `hg/`, the serial number, `/opendtu/`. */
const MAX_SERIAL_LENGTH = 20;

const profile: Profile = {
  lines: () => [],
  reports: () => [],
  modes: {},
  energyCounter: { counter: 'none', wrapWh: null, stepWh: 0 },
  maxRatedW: 0,
  expectedUploadS: 60,
  signsIn: true,
  acceptsCommands: false,
  // It accepts a restart, but publishes nothing that confirms it.
  commandSignals: ['read', 'limit', 'on', 'off'],
  servicePassword: null,
  isSerialNumber: (sn) => SERIAL_NUMBER.test(sn) && sn.length <= MAX_SERIAL_LENGTH,
};

export const opendtu: Family = {
  products: [
    {
      model: 10_020,
      name: OPENDTU_MODEL,
      kind: 'gateway',
      inputs: 0,
      phases: 1,
      ratedPowerW: 0,
      profile: OPENDTU_MODEL,
    },
  ],
  profiles: { [OPENDTU_MODEL]: profile },
  parsers: {},
};

/**
 * Topic and text of a command to an inverter; undefined: not supported. The limit is the non-persistent one, because an
 * inverter stores a persistent limit in memory that wears out.
 */
export function openDtuCommand(
  sn: string,
  action: CommandAction,
  { limitPercent }: Readonly<Record<string, number | null>>,
): { path: string; text: string } | undefined {
  const under = `${sn.toLowerCase()}/cmd`;
  if (action === 'limit') return { path: `${under}/limit_nonpersistent_relative`, text: String(limitPercent) };
  if (action === 'on' || action === 'off') return { path: `${under}/power`, text: action === 'on' ? '1' : '0' };
  return undefined;
}
