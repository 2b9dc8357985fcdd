// Load of a household or a workshop at an instant: people by workday and weekend, a heat pump by the outdoor temperature, a car in the evening.
import { chance, drift } from './random.ts';

/** Components of a load, in W or Wh of electricity unless stated otherwise. */
export type Habits = {
  kind: 'home' | 'workshop';
  /** 1: 8 to 10 kWh a day in a home, 60 kWh on a workday in a workshop; without heat pump and car. */
  scale: number;
  /** `wattsPerKelvin`: heat loss of the house per degree below 17 degC. */
  heatPump?: { wattsPerKelvin: number; ratedW: number };
  /** Car that returns in the evening and is charged on `share` of the days. */
  car?: { ratedW: number; energyWh: number; share: number };
};

/** An instant in the site's local time, with the outdoor temperature. */
export type LocalMoment = {
  atMs: number;
  /** 0 to 24, exclusive. */
  hour: number;
  /** 1 is Monday. */
  weekday: number;
  /** Serial number of the site's calendar day. */
  dayNumber: number;
  ambientC: number;
};

const kettleMs = 300_000;

export function loadW(seed: number, habits: Habits, moment: LocalMoment): number {
  const baseW = habits.kind === 'home' ? householdW(seed, moment) : workshopW(seed, moment);
  const heatW = habits.heatPump ? heatPumpW(seed, habits.heatPump, moment) : 0;
  return baseW * habits.scale + heatW + (habits.car ? carW(seed, habits.car, moment) : 0);
}

/** A base load, meals and an occasional kettle; on weekends people get up later and are at home at noon. */
export function householdW(seed: number, { atMs, hour, weekday }: LocalMoment): number {
  const bump = (at: number, width: number): number => Math.exp(-(((hour - at) / width) ** 2));
  const base = 140 + 160 * drift(seed, atMs / 1_500_000);
  const people =
    weekday <= 5
      ? 350 * bump(7.1, 1.1) + 90 * bump(12.5, 1) + 620 * bump(19.4, 2.1)
      : 330 * bump(9.6, 1.6) + 560 * bump(13, 1.7) + 560 * bump(19, 2.6);
  const kettle = chance(seed, 'kettle', Math.floor(atMs / kettleMs)) < 0.02 + people / 12_000 ? 1900 : 0;
  return base + people * (0.7 + 0.6 * drift(seed + 1, atMs / 2_400_000)) + kettle;
}

/** Machines from seven to four on workdays with a break at noon; a cold store at all times. */
export function workshopW(seed: number, { atMs, hour, weekday }: LocalMoment): number {
  const base = 700 + 500 * drift(seed, atMs / 3_000_000);
  if (weekday > 5) return base;
  const edge = (at: number): number => 1 / (1 + Math.exp(-(hour - at) * 6));
  const open = edge(7) * (1 - edge(16.2));
  const lunch = 1 - 0.6 * Math.exp(-(((hour - 12.3) / 0.4) ** 2));
  // Compressor and saw, which run on their own schedules.
  const machine = open > 0.5 && chance(seed, 'machine', Math.floor(atMs / kettleMs)) < 0.2 ? 6000 : 0;
  return base + machine + 6500 * open * lunch * (0.5 + 0.8 * drift(seed + 1, atMs / 1_100_000));
}

/** Heat loss divided by the efficiency at that outdoor temperature, and hot water at noon; W. */
export function heatPumpW(
  seed: number,
  { wattsPerKelvin, ratedW }: NonNullable<Habits['heatPump']>,
  { atMs, hour, ambientC }: LocalMoment,
): number {
  const efficiency = Math.max(2, 3.1 + 0.08 * ambientC);
  const night = hour < 5 || hour >= 22 ? 0.75 : 1;
  const heatingW = Math.max(0, 17 - ambientC) * wattsPerKelvin * night;
  const waterW = hour >= 12.5 && hour < 14 ? 2400 : 0;
  const requiredW = ((heatingW + waterW) / efficiency) * (0.85 + 0.3 * drift(seed + 7, atMs / 1_900_000));
  return 25 + Math.min(ratedW, requiredW);
}

/** Charges at constant power until the car is full; a session that began yesterday may end after midnight. */
export function carW(
  seed: number,
  { ratedW, energyWh, share }: NonNullable<Habits['car']>,
  { hour, dayNumber }: LocalMoment,
): number {
  for (const daysAgo of [0, 1]) {
    const day = dayNumber - daysAgo;
    if (chance(seed, 'car', day) >= share) continue;
    const fromHour = 17.2 + 4 * chance(seed, 'car comes', day);
    const hours = (energyWh * (0.4 + 1.2 * chance(seed, 'car needs', day))) / ratedW;
    const since = hour + 24 * daysAgo - fromHour;
    if (since >= 0 && since < hours) return ratedW;
  }
  return 0;
}
