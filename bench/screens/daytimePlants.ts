// Plants of the README's pictures: plants of the demonstration fleet, moved to a place where it is early afternoon on a fair day.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetDevice, FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { cloudCover, type Place, solarHour } from '@heliograph/simulator/sky.ts';
import { addDays } from '../../server/src/platform/calendar/rules/localDays.ts';

/** English names of the plants, by their keys in the fleet. */
const NAMES: Record<string, string> = {
  birkenhof: 'Birch Lane 4',
  lindenbrunn: 'Linden Farm',
  simonsberg: 'Hillside Winery',
  sobreiro: 'Oak Tree Farm',
  seeblick: 'Lakeview House',
  werkhof: 'South Depot',
  amselweg: 'Blackbird Way 21 and 23',
  sonnenacker: 'Sunfield Solar Park',
  moorgate: 'Moorgate Cottage',
  pilatus: 'Mountain View School',
  portici: 'Market Arcades',
  foothills: 'Foothills Ranch',
  kita: 'Rainbow Nursery',
};
/** With a hybrid inverter, a battery and a meter. */
export const HOME = 'birkenhof';
/** With 100 modules on two faces. */
export const ROOF = 'lindenbrunn';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A longer history takes longer to fill and looks the same. */
const MAX_AGE_DAYS = 300;
/** Steep enough for the two faces to differ. */
const TILT_DEG = 38;
/** Most of the day's curve is drawn, and the sun is still high. */
const BEST_HOUR = 14;
/** Degrees of elevation that outweigh one hour away from it. */
const PER_HOUR = 8;

/** Returns the same plants at any hour of the day and in any season; only their place differs. */
export function daytimePlants(seed: number, nowMs: number): FleetSite[] {
  const all = fleet(seed, nowMs);
  const host = brightest(all, nowMs);
  const place: Place = { ...host, cloudiness: 0.3 };
  const weatherSeed = fairWeather(place, nowMs);
  return Object.entries(NAMES).map(([key, name], n) => {
    const site = all.find((one) => one.key === key)!;
    const { countryCode, state, city, zipCode, timeZone, currency, electricityPrice, feedInPrice, grid } = host;
    return {
      ...turnedToSun(CHANGES[key]?.(site, nowMs) ?? site, host.latitude),
      name,
      street: name,
      countryCode,
      state,
      city,
      zipCode,
      timeZone,
      currency,
      electricityPrice,
      feedInPrice,
      grid,
      weatherSeed,
      cloudiness: place.cloudiness,
      altitudeM: host.altitudeM,
      latitude: host.latitude + ((n % 4) - 1.5) * 0.03,
      longitude: host.longitude + ((n % 5) - 2) * 0.03,
      commissionedOn: site.commissionedOn && newer(site.commissionedOn, nowMs),
    };
  });
}

/** Returns the site with the highest sun around two in the afternoon, among the cities with names in Latin letters. */
function brightest(all: readonly FleetSite[], nowMs: number): FleetSite {
  const score = ({ latitude, longitude }: FleetSite): number =>
    sunPosition(nowMs, latitude, longitude).elevationDeg - Math.abs(solarHour(nowMs, longitude) - BEST_HOUR) * PER_HOUR;
  return all
    .filter(({ city }) => /^[\p{Script=Latin} -]+$/u.test(city))
    .reduce((best, site) => (score(site) > score(best) ? site : best));
}

/** Returns a weather seed with some clouds this morning and a clear sky now. */
function fairWeather(place: Place, nowMs: number): number {
  const hours = Array.from({ length: 28 }, (_, n) => nowMs - n * (HOUR_MS / 4));
  for (let weatherSeed = 1; weatherSeed < 5000; weatherSeed++) {
    const covers = hours.map((ms) => cloudCover({ ...place, weatherSeed }, ms));
    const mean = covers.reduce((sum, cover) => sum + cover, 0) / covers.length;
    if (Math.max(...covers.slice(0, 4)) < 0.2 && mean > 0.15 && mean < 0.3) return weatherSeed;
  }
  throw new Error('There is no fair weather.');
}

/** Mirrors the roofs of a site that moves to the other hemisphere. */
function turnedToSun(site: FleetSite, latitude: number): FleetSite {
  if (site.latitude >= 0 === latitude >= 0) return site;
  return JSON.parse(JSON.stringify(site), (key, value) =>
    key === 'azimuthDeg' ? (540 - (value as number)) % 360 : value,
  ) as FleetSite;
}

/** Changes to sites of the fleet: the home has a slow battery that is still charging in the afternoon, and the roof has faults to show. */
const CHANGES: Record<string, (site: FleetSite, nowMs: number) => FleetSite> = {
  [HOME]: (site) => ({
    ...site,
    home: {
      ...site.home!,
      habits: { ...site.home!.habits, scale: 2.4 },
      battery: { ...site.home!.battery!, capacityWh: 20_480, ratedW: 1_000 },
    },
  }),
  [ROOF]: (site, nowMs) => withFaults(site, nowMs),
};

/** A steeper roof with one module that produces nothing and one device that is too hot. */
function withFaults(site: FleetSite, nowMs: number): FleetSite {
  const dead = { kind: 'deadModule', input: 1, fromMs: nowMs - 9 * DAY_MS } as const;
  const alert = { kind: 'errorBits', bits: 0x0800, powerShare: 0.4, fromMs: nowMs - 26 * HOUR_MS } as const;
  const devices = site.devices.map((device, n): FleetDevice => {
    const faults = n === 6 ? [dead] : n === 20 ? [alert] : [];
    // The fleet swaps the serial numbers of two devices here; each gets the modules of its neighbour instead.
    const { inputs } = device.faults.length > 0 ? site.devices[n - 1]! : device;
    return {
      ...device,
      faults,
      inputs: inputs.map((input) => input && { ...input, tiltDeg: TILT_DEG }),
      tiltDeg: TILT_DEG,
    };
  });
  return { ...site, devices };
}

function newer(day: string, nowMs: number): string {
  const oldest = addDays(new Date(nowMs).toISOString().slice(0, 10), -MAX_AGE_DAYS);
  return day < oldest ? oldest : day;
}
