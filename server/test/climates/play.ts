// Plays plants day by day against the rules and keeps findings like the job does, without a database.
import { addDays, type Day } from '../../src/platform/calendar/rules/localDays.ts';
import { type Finding, findingsOf, type PlantDay } from '../../src/problems/modules/rules/findings.ts';
import { judgePlantDay } from '../../src/problems/modules/rules/plantDay.ts';
import type { Place } from '../../src/problems/modules/rules/shade.ts';
import { SNOW_LIES_DAYS } from '../../src/problems/modules/rules/snow.ts';
import { type Climate, type ClimateDay, climateDay } from './climates.ts';
import { type PlayedPlant, playDay } from './plants.ts';

/** Days judged, as in the job. */
const LOOKED_AT_DAYS = 35;

export interface Reported extends Finding {
  /** The day after which it was reported. */
  reportedOn: Day;
}

export class KeptFindings {
  readonly played: PlantDay[] = [];
  readonly reported: Reported[] = [];
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  get open(): Reported[] {
    return this.reported.filter(({ until }) => until === null);
  }

  add(judged: PlantDay): void {
    this.played.push(judged);
    const window = this.played.slice(-LOOKED_AT_DAYS - SNOW_LIES_DAYS);
    const from = addDays(judged.day, 1 - LOOKED_AT_DAYS);
    const { open } = this;
    const known = this.reported.filter(({ until }) => until === null || until >= from);
    const matched = new Set<Reported>();
    for (const finding of findingsOf(window, { place: this.#place, open, from })) {
      const before = known.find((other) => !matched.has(other) && isSame(other, finding));
      if (before) {
        matched.add(before);
        before.until = finding.until;
        const { share, cause, shaded } = finding;
        if (finding.lost.length > 0) Object.assign(before, { share, cause, shaded });
      } else this.reported.push({ ...finding, reportedOn: judged.day });
    }
    const isJudged = ({ sn, input }: Finding) =>
      window.some(({ modules }) => modules.some((m) => m.state !== null && m.sn === sn && m.input === input));
    for (const finding of open) if (!matched.has(finding) && isJudged(finding)) finding.until = judged.day;
  }
}

function isSame(known: Finding, now: Finding): boolean {
  if (known.sn !== now.sn || known.input !== now.input || known.kind !== now.kind) return false;
  return (known.until === null || known.until > now.since) && (now.until === null || now.until > known.since);
}

const days = new Map<string, ClimateDay>();
let climateOfDays = '';
/** Keeps the days of one climate only, as each takes some kilobytes. */
function dayOf(climate: Climate, day: Day, year: number): ClimateDay {
  if (climate.name !== climateOfDays) days.clear();
  climateOfDays = climate.name;
  const key = `${day} ${year}`;
  const known = days.get(key) ?? climateDay(climate, day, year);
  days.set(key, known);
  return known;
}

/** Plays one plant. */
export class Player extends KeptFindings {
  readonly plant: PlayedPlant;
  readonly #year: number;

  constructor(plant: PlayedPlant, year: number) {
    super(plant.climate);
    this.plant = plant;
    this.#year = year;
  }

  play(day: Day): void {
    const { climate, roof } = this.plant;
    const weather = dayOf(climate, day, this.#year);
    const { measured, coldestC } = playDay(this.plant, weather);
    const shaded = this.open.filter(({ cause }) => cause === 'shade');
    const isWatched = ({ sn, input }: { sn: string; input: number }) =>
      shaded.some((one) => one.sn === sn && one.input === input);
    this.add(judgePlantDay(climate, { day, light: weather.light, coldestC }, roof, measured, isWatched));
  }
}
