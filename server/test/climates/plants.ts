// Random plants with roof faces, nearby obstacles, uneven modules and snow that lies, melts and slides differently on each module.
import { dcPerRatedWatt } from '@heliograph/simulator/plant.ts';
import type { Sky } from '@heliograph/simulator/sky.ts';
import type { Input } from '../../src/installation/rules/orientation.ts';
import { type Measured, type Roof, roofOf } from '../../src/problems/modules/rules/plantDay.ts';
import type { Climate, ClimateDay } from './climates.ts';
import { type Random, randomOf } from './random.ts';

/** Blocks the sun below its top within its azimuths; leaves trees and low sun some light. */
export interface Obstacle {
  fromDeg: number;
  toDeg: number;
  topDeg: number;
  /** Part of the beam that passes. */
  passes: number;
}

export interface PlayedModule {
  face: { tiltDeg: number; azimuthDeg: number };
  /** From the eaves up. */
  row: number;
  column: number;
  /** Tolerance, long-lived dirt and calibration. */
  gain: number;
  offsetW: number;
  obstacles: Obstacle[];
  /** How slowly snow slides off. */
  stickiness: number;
  /** Part of the sky that obstacles hide. */
  hiddenSky: number;
  snowCm: number;
  /** Part of the module from its lower edge. */
  covered: number;
  /** Hours after sunrise at which frost has gone. */
  frostHours: number;
  /** Set by a planted fault. */
  faultShare: number;
}

export interface PlayedPlant {
  climate: Climate;
  random: Random;
  modules: PlayedModule[];
  roof: Roof;
  /** Substrings lie along the eaves, so that each covered third costs a third; else half cells, which cost halves. */
  isLandscape: boolean;
}

export const MODULE_W = 400;
/** What slides onto a heap of this height slides over it. */
const MAX_HEAP_CM = 40;

export function makePlant(climate: Climate, seed: number): PlayedPlant {
  const random = randomOf(seed);
  const south = climate.latitude >= 0 ? 180 : 0;
  const faces = Array.from({ length: 1 + random.index(2) }, () => ({
    tiltDeg: Math.round(random.between(12, 42)),
    azimuthDeg: Math.round(south + random.between(-75, 75) + 360) % 360,
  }));
  const rows = 2 + random.index(2);
  const columns = 3 + random.index(3);
  const modules = faces.flatMap((face) =>
    Array.from(
      { length: rows * columns },
      (_, n): PlayedModule => ({
        face,
        row: Math.floor(n / columns),
        column: n % columns,
        gain: 1 + random.between(-0.03, 0.03),
        offsetW: random.between(-0.6, 0.6),
        obstacles: [],
        stickiness: random.between(0.5, 1.5),
        hiddenSky: 0,
        snowCm: 0,
        covered: 0,
        frostHours: 0,
        faultShare: 1,
      }),
    ),
  );
  addSurroundings(modules, random, south);
  const roof = roofOf(
    modules.map(({ face }, n) => ({
      sn: (0x60000000 + (n >> 1)).toString(16).toUpperCase(),
      input: ((n % 2) + 1) as Input,
      tilt: face.tiltDeg,
      azimuth: face.azimuthDeg,
      stringNumber: null,
      peakW: null,
      ratedW: MODULE_W,
      model: MODULE_W,
    })),
  );
  return { climate, random, modules, roof, isLandscape: random() < 0.5 };
}

/** Adds houses and trees that shade in low sun only, each some modules more than others, and thin masts. */
function addSurroundings(modules: readonly PlayedModule[], random: Random, south: number): void {
  const count = 1 + random.index(4);
  for (let n = 0; n < count; n++) {
    const isTree = random() < 0.4;
    const middleDeg = south + random.between(-80, 80);
    const halfWidth = random.between(6, 25);
    const topDeg = random.between(5, 21);
    const fromColumn = random.index(5);
    for (const module of modules) {
      const distance = Math.abs(module.column - fromColumn) + 0.7 * module.row;
      const height = topDeg * Math.max(0, 1 - distance * 0.22);
      if (height < 2) continue;
      const shift = 4 * (module.column - fromColumn);
      module.obstacles.push({
        fromDeg: middleDeg - halfWidth + shift,
        toDeg: middleDeg + halfWidth + shift,
        topDeg: height,
        passes: isTree ? 0.4 : 0,
      });
      module.hiddenSky += (halfWidth / 180) * (height / 90) * 0.8;
    }
  }
  if (random() < 0.5) {
    const mast = modules[random.index(modules.length)];
    const middleDeg = south + random.between(-50, 50);
    mast?.obstacles.push({ fromDeg: middleDeg - 2.5, toDeg: middleDeg + 2.5, topDeg: 55, passes: 0.1 });
  }
}

const isBetween = (deg: number, fromDeg: number, toDeg: number): boolean => {
  const turned = (((deg - fromDeg) % 360) + 360) % 360;
  return turned <= toDeg - fromDeg;
};

/** Returns the sky as a module sees it. */
function behind(sky: Sky, { obstacles, hiddenSky }: PlayedModule): Sky {
  let beam = sky.beam;
  for (const { fromDeg, toDeg, topDeg, passes } of obstacles)
    if (sky.elevationDeg < topDeg && isBetween(sky.azimuthDeg, fromDeg, toDeg)) beam *= passes;
  if (beam === sky.beam && hiddenSky === 0) return sky;
  const diffuse = sky.diffuse * (1 - hiddenSky);
  return { ...sky, beam, diffuse, global: diffuse + beam * Math.sin((sky.elevationDeg * Math.PI) / 180) };
}

/** Plays a day: snow falls, melts and slides, and each module is measured. */
export function playDay(
  plant: PlayedPlant,
  { skies, snowCm }: ClimateDay,
): { measured: Measured[]; coldestC: number | null } {
  const { modules, random, isLandscape } = plant;
  const slots = skies.length;
  const measured = modules.map(
    (): Measured => ({
      powerW: new Float64Array(slots).fill(Number.NaN),
      voltageV: new Float64Array(slots).fill(Number.NaN),
      excused: new Uint8Array(slots),
    }),
  );
  let coldestC: number | null = null;
  let lightHours = 0;
  const night = skies.slice(0, 24).filter(({ cover, ambientC }) => cover < 0.4 && ambientC < 0).length;
  for (const module of modules) module.frostHours = night > 8 ? random.between(0, 2.5) : 0;
  for (const [slot, sky] of skies.entries()) {
    const isLit = sky.elevationDeg > 0 && sky.global > 2;
    if (isLit) lightHours += 0.25;
    for (const [n, module] of modules.entries()) {
      const perWatt = isLit ? dcPerRatedWatt(behind(sky, module), module.face.tiltDeg, module.face.azimuthDeg) : 0;
      moveSnow(plant, module, snowCm[slot] ?? 0, sky.ambientC, perWatt);
      if (!isLit) continue;
      const frost = lightHours < module.frostHours ? 0.6 + (0.4 * lightHours) / module.frostHours : 1;
      const watts = MODULE_W * perWatt * module.gain * module.faultShare * frost * lightUnder(module, isLandscape);
      const noisy = watts * (1 + random.between(-0.01, 0.01)) + module.offsetW;
      const one = measured[n]!;
      one.powerW[slot] = watts < 2.5 ? 0 : Math.max(0, Math.round(10 * noisy) / 10);
      one.voltageV[slot] = module.faultShare === 0 ? 11.4 : 34;
    }
    if (isLit) {
      const deviceC = sky.ambientC + 5 + 0.009 * sky.global;
      coldestC = Math.min(coldestC ?? deviceC, deviceC);
    }
  }
  return { measured, coldestC };
}

/** Part of the power that snow leaves. */
function lightUnder({ snowCm, covered }: PlayedModule, isLandscape: boolean): number {
  if (covered <= 0) return 1;
  const through = Math.exp(-snowCm / 1.5);
  const parts = isLandscape ? 3 : 2;
  const lost = Math.ceil(parts * Math.min(1, covered) - 0.1) / parts;
  return 1 - Math.max(0, lost) * (1 - through);
}

/** Snow melts in warm air and by light, and slides off in whole or leaves the lower part, where it piles up. */
function moveSnow(
  { random, modules }: PlayedPlant,
  module: PlayedModule,
  freshCm: number,
  ambientC: number,
  perWatt: number,
): void {
  if (freshCm > 0) {
    module.snowCm += freshCm;
    module.covered = 1;
  }
  if (module.covered <= 0) return;
  const warmth = ambientC + 12 * perWatt * (module.covered < 1 ? 1.5 : 1);
  if (warmth <= 0) return;
  module.snowCm -= 0.035 * warmth * 0.25;
  // The free part warms the rim of the snow.
  if (module.covered < 1) module.covered -= 0.003 * warmth;
  const slides =
    (0.012 * warmth * Math.sin((module.face.tiltDeg * Math.PI) / 180)) /
    (module.stickiness * (module.row === 0 ? 2.5 : 1));
  if (random() < slides) {
    module.covered = random() < 0.65 ? 0 : module.covered * random.between(0.25, 0.8);
    const below = modules.find(
      ({ face, row, column }) => face === module.face && row === module.row - 1 && column === module.column,
    );
    if (below && below.covered > 0)
      below.snowCm = Math.max(below.snowCm, Math.min(MAX_HEAP_CM, below.snowCm + 0.3 * module.snowCm));
  }
  if (module.snowCm <= 0 || module.covered < 0.08) {
    module.snowCm = 0;
    module.covered = 0;
  }
}
