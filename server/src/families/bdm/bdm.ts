// The BDM microinverters: their products and profiles. The frame and its scales are in frame.ts.

import { frameQuantities, inputLines, type Line, PRODUCTION } from '../chartLines.ts';
import { type Family, MODES, type Profile, type RawBytes, type Reading, type Rejection } from '../family.ts';
import { GRID_PROTECTION } from '../gridProtection.ts';
import { type FrameProfile, guessProfile, isProfile, parseFrame, quantitiesOf, SCALES, type Scales } from './frame.ts';
import { bdmPassword } from './password.ts';

/** The scales depend on the product, so each has a profile with the product's name. */
const PRODUCTS = [
  { model: 400, name: 'BDM-400', phases: 1, ratedPowerW: 400 },
  { model: 800, name: 'BDM-800', phases: 1, ratedPowerW: 800 },
  { model: 2250, name: 'BDM-2250', phases: 3, ratedPowerW: 2250 },
  { model: 1200, name: 'BDM-1200-LV', phases: 1, ratedPowerW: 1200 },
] as const;

function profileOf(name: FrameProfile, scales: Scales): Profile {
  const { whPerCount } = scales;
  return {
    lines: (inputs) => linesOf(scales, inputs),
    reports: frameQuantities,
    // Mode 5 is not standby on this model.
    modes: name === 'BDM-800' ? { ...MODES, 5: 'generating' } : MODES,
    energyCounter:
      whPerCount === null
        ? { counter: 'none', wrapWh: null, stepWh: 0 }
        : { counter: 'daily', wrapWh: 65536 * whPerCount, stepWh: whPerCount },
    maxRatedW: 0,
    expectedUploadS: 300,
    signsIn: false,
    acceptsCommands: false,
    servicePassword: bdmPassword,
    // A 32-bit number in hexadecimal.
    isSerialNumber: (sn) => /^[0-9A-F]{8}$/.test(sn),
  };
}

function linesOf({ frameBytes, countsPerGridV }: Scales, inputs: number): Line[] {
  const grid: Line[] = [
    ['AC Frequency', 'frequencyHz'],
    ['Temperature', 'temperatureC'],
  ];
  if (frameBytes === 45) {
    const currents: Line[] = [
      ['DC Current_1', 'input1CurrentA'],
      ['DC Current_2', 'input2CurrentA'],
    ];
    // The voltage is that of an internal bus and must not be shown as the grid's.
    return [[PRODUCTION, 'powerW'], ['Bus Voltage', 'busVoltageV'], ...grid, ...currents.slice(0, inputs)];
  }
  const voltage: Line[] = countsPerGridV === null ? [] : [['AC Voltage', 'gridVoltageV']];
  return [[PRODUCTION, 'powerW'], ...voltage, ...grid, ...inputLines(inputs)];
}

function parse(raw: RawBytes, at: Date): Reading | Rejection {
  const frame = parseFrame(raw.body);
  if ('rejected' in frame) return frame;
  const { sn, statusBits, mode, firmware, isFirst } = frame;
  const profileGuess = guessProfile(frame);
  return {
    sn,
    at,
    gateway: null,
    statusBits,
    mode,
    firmware: firmware === null ? null : String(firmware),
    restarted: isFirst,
    imported: false,
    countsLife: false,
    profileGuess,
    quantities: (profile) => quantitiesOf(frame, isProfile(profile) ? profile : profileGuess),
    raw,
  };
}

export const bdm: Family = {
  products: PRODUCTS.map((product) => ({
    ...product,
    kind: 'microinverter',
    inputs: SCALES[product.name].inputs,
    profile: product.name,
    // For devices behind a gateway: a frame over HTTP has no return channel.
    parameters: GRID_PROTECTION,
  })),
  profiles: Object.fromEntries(PRODUCTS.map(({ name }) => [name, profileOf(name, SCALES[name])])),
  parsers: { '/i.php': parse, '/t.php': parse },
};
