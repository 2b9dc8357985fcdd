// The demonstration's plants whose gateways and machines use the report protocol, at least one for each kind of machine. All people are fictitious.
import type { Battery } from './battery.ts';
import type { SiteRow } from './fleetTable.ts';
import type { GatewayRow, InputRow, MachineRow } from './machines.ts';
import type { Shade } from './plant.ts';

const modules = (
  moduleW: number,
  tiltDeg: number,
  azimuthDeg: number,
  inSeries = 1,
  strings = 1,
  shades: readonly Shade[] = [],
): InputRow => ({ moduleW, tiltDeg, azimuthDeg, inSeries, strings, shades });

const micros = (count: number, onModule: InputRow, model = 'BDM-800'): MachineRow => ({
  kind: 'microinverter',
  model,
  firmware: '12',
  ratedW: 800,
  count,
  inputs: [onModule, onModule],
  onePhaseEach: true,
});
const one = (
  kind: MachineRow['kind'],
  model: string,
  firmware: string,
  inputs: readonly InputRow[] = [],
): MachineRow => ({
  kind,
  model,
  firmware,
  ratedW: 0,
  count: 1,
  inputs,
});
const gateway = (...machines: MachineRow[]): GatewayRow => ({ model: 'HG-1', firmware: '1.8.0', machines });

/** A sensor has its own plane. */
const sensor = (tiltDeg: number, azimuthDeg: number): MachineRow => ({
  ...one('sensor', 'WS-2', '3.4'),
  plane: { tiltDeg, azimuthDeg },
});
const battery = (capacityWh: number, ratedW: number, strategy: Battery['strategy'], nominalV = 51.2): Battery => ({
  capacityWh,
  ratedW,
  nominalV,
  strategy,
});

export const gatewayTable: readonly SiteRow[] = [
  {
    key: 'birkenhof',
    name: 'Birkenhof',
    at: ['DE', 'Baden-Württemberg', 'Freiburg', 'Birkenweg 4', '79110'],
    place: [48.01, 7.82, 260, 0.48],
    timeZone: 'Europe/Berlin',
    owner: 'Clara Wendelin',
    company: 'dachwerk',
    commissionedDaysAgo: 150,
    roof: [],
    gatewayPlant: {
      moduleW: 430,
      home: {
        wires: 4,
        habits: {
          kind: 'home',
          scale: 1.1,
          heatPump: { wattsPerKelvin: 190, ratedW: 3200 },
          car: { ratedW: 3700, energyWh: 9_000, share: 0.55 },
        },
        backupShare: 0.2,
        battery: battery(10_240, 5_000, { kind: 'ownUse', reservePercent: 12 }, 307),
        generatorW: 0,
      },
      gateways: [
        {
          alone: true,
          model: 'HY-10',
          firmware: '4.21',
          machines: [
            {
              kind: 'hybrid',
              model: 'HY-10',
              firmware: '4.21',
              ratedW: 10_000,
              count: 1,
              inputs: [modules(430, 35, 110, 11), modules(430, 35, 290, 13)],
            },
            one('meter', 'EM-4', '2.0'),
          ],
        },
      ],
    },
  },
  {
    key: 'amselweg',
    name: 'Amselweg 21 und 23',
    at: ['AT', 'Oberösterreich', 'Linz', 'Amselweg 21', '4030'],
    place: [48.27, 14.3, 270, 0.5],
    timeZone: 'Europe/Vienna',
    owner: 'Theresa Aigner',
    company: 'sonnblick',
    commissionedDaysAgo: 60,
    roof: [],
    gatewayPlant: {
      moduleW: 440,
      home: {
        wires: 4,
        habits: { kind: 'home', scale: 2.2, car: { ratedW: 11_000, energyWh: 14_000, share: 0.4 } },
        backupShare: 0,
        battery: null,
        generatorW: 0,
      },
      gateways: [
        gateway(micros(12, modules(440, 30, 140)), one('meter', 'EM-4', '2.0')),
        gateway(micros(12, modules(440, 30, 230, 1, 1, [{ fromHour: 15, toHour: 19, share: 0.4 }]), 'M2-800')),
      ],
    },
  },
  {
    key: 'sonnenacker',
    name: 'Campo al Sole',
    at: ['IT', 'Puglia', 'Foggia', 'Strada Vicinale 12', '71122'],
    place: [41.45, 15.55, 75, 0.3],
    timeZone: 'Europe/Rome',
    owner: 'Rosaria Cafagna',
    company: 'levante',
    commissionedDaysAgo: 75,
    roof: [],
    gatewayPlant: {
      moduleW: 560,
      home: {
        wires: 3,
        habits: { kind: 'workshop', scale: 2.4 },
        backupShare: 0,
        battery: null,
        generatorW: 0,
      },
      gateways: [
        gateway({
          kind: 'inverter',
          model: 'SX-50',
          firmware: '9.07',
          ratedW: 50_000,
          count: 3,
          inputs: Array.from({ length: 4 }, () => modules(560, 20, 180, 14, 2)),
        }),
        gateway(one('meter', 'EM-3', '2.0'), sensor(20, 180)),
      ],
    },
  },
  {
    key: 'moorgate',
    name: 'Moorgate Cottage',
    at: ['GB', 'England', 'Leeds', 'Moorgate Lane 6', 'LS17 9HX'],
    place: [53.87, -1.5, 110, 0.58],
    timeZone: 'Europe/London',
    owner: 'Imogen Hartley',
    company: 'dachwerk',
    commissionedDaysAgo: 90,
    roof: [],
    gatewayPlant: {
      moduleW: 410,
      home: {
        wires: 1,
        habits: { kind: 'home', scale: 0.9 },
        backupShare: 0,
        battery: battery(7_400, 3_000, {
          kind: 'nightCharge',
          reservePercent: 8,
          fromHour: 1,
          toHour: 5,
          toPercent: 70,
        }),
        generatorW: 0,
      },
      gateways: [
        gateway(micros(8, modules(410, 38, 200)), one('battery', 'BX-7', '1.30'), one('meter', 'EM-1', '1.4')),
      ],
    },
  },
  {
    key: 'hochalm',
    name: 'Hochalm',
    at: ['CH', 'Uri', 'Andermatt', 'Oberalp 2', '6490'],
    place: [46.65, 8.65, 1980, 0.45],
    timeZone: 'Europe/Zurich',
    owner: 'Urs Furger',
    company: 'sonnblick',
    commissionedDaysAgo: 60,
    roof: [],
    gatewayPlant: {
      moduleW: 400,
      home: {
        wires: 1,
        habits: { kind: 'home', scale: 0.7 },
        backupShare: 1,
        battery: battery(19_200, 4_500, { kind: 'island', reservePercent: 15, toPercent: 60 }),
        generatorW: 3_500,
      },
      gateways: [
        {
          alone: true,
          model: 'HY-5',
          firmware: '4.20',
          machines: [
            {
              kind: 'hybrid',
              model: 'HY-5',
              firmware: '4.20',
              ratedW: 5_000,
              count: 1,
              inputs: [modules(400, 60, 180, 8), modules(400, 60, 180, 6)],
            },
          ],
        },
      ],
    },
  },
  {
    key: 'lindenhof',
    name: 'Lindenhof',
    at: ['DE', 'Bayern', 'Landshut', 'Lindenweg 8', '84034'],
    place: [48.54, 12.13, 400, 0.5],
    timeZone: 'Europe/Berlin',
    owner: 'Veronika Stadler',
    company: 'dachwerk',
    commissionedDaysAgo: 70,
    roof: [],
    gatewayPlant: {
      moduleW: 330,
      home: {
        wires: 1,
        habits: { kind: 'home', scale: 1.2 },
        backupShare: 0,
        battery: null,
        generatorW: 0,
      },
      gateways: [gateway({ ...one('meter', 'EM-1', '1.4'), atModules: true }, one('meter', 'EM-1', '1.4'))],
      unmonitored: [
        {
          kind: 'inverter',
          model: 'Old one',
          firmware: '',
          ratedW: 5_000,
          count: 1,
          inputs: [modules(330, 32, 200, 9, 2)],
        },
      ],
    },
  },
  // Has a planted fault of each kind: faultTable.ts.
  {
    key: 'werkhof',
    name: 'Werkhof Süd',
    at: ['DE', 'Sachsen', 'Leipzig', 'Gleisstraße 30', '04229'],
    place: [51.31, 12.31, 115, 0.5],
    timeZone: 'Europe/Berlin',
    owner: 'Ronny Haubold',
    company: 'dachwerk',
    commissionedDaysAgo: 45,
    roof: [],
    gatewayPlant: {
      moduleW: 420,
      home: {
        wires: 4,
        habits: { kind: 'workshop', scale: 0.8 },
        backupShare: 0,
        battery: null,
        generatorW: 0,
      },
      gateways: [
        gateway(micros(8, modules(420, 25, 170)), one('meter', 'EM-4', '2.0')),
        gateway(
          {
            kind: 'inverter',
            model: 'SX-20',
            firmware: '9.07',
            ratedW: 20_000,
            count: 1,
            inputs: [modules(420, 15, 100, 14, 2), modules(420, 15, 280, 14, 2)],
          },
          sensor(25, 170),
        ),
        { model: 'OpenDTU', firmware: '', dialect: 'openDtu', machines: [micros(2, modules(420, 25, 170), '')] },
      ],
    },
  },
];
