// Asks the operator's weather service for the next days, and for the hours of one: a service that speaks Open-Meteo's forecast API (WEATHER_URL). Without the setting nobody is asked.
import { z } from 'zod';
import type { Context } from '../context.ts';
import { addDays, type Day, dayBounds } from '../platform/calendar/rules/localDays.ts';
import { type ConcurrencyLimit, createConcurrencyLimit, type Release } from '../platform/limits/concurrencyLimit.ts';
import { operatorFetch } from '../platform/outbound/operatorFetch.ts';

/** Services make a new forecast about once an hour. */
const FRESH_MS = 30 * 60_000;
/** A service that gave no answer is left alone this long; what was known before is shown meanwhile, this long at most. */
const FAILED_MS = 60_000;
const OLDEST_MS = 12 * 3600_000;
const MAX_KEEP = 2_000;
/** Ten thousand pages that open at once are no flood to somebody else. */
const MAX_REQUESTS = 8;
const MAX_BYTES = 65_536;
/** One more than is shown: kept over midnight there are still enough. */
const DAYS = 8;

const numbers = z.array(z.number().nullable());
/** Of the answer what is used. */
const answerForm = z.object({
  daily: z
    .object({
      time: z.array(z.iso.date()).max(16),
      weather_code: numbers,
      temperature_2m_mean: numbers,
      temperature_2m_max: numbers,
      temperature_2m_min: numbers,
      precipitation_sum: numbers,
      shortwave_radiation_sum: numbers,
    })
    .refine((daily) => Object.values(daily).every((list) => list.length === daily.time.length)),
});

/** Of a day's hours; times are seconds since 1970, so that an hour that a clock shows twice is two. */
const hoursForm = z.object({
  hourly: z
    .object({
      time: z.array(z.number().int()).max(24 * 3),
      temperature_2m: numbers,
      cloud_cover: numbers,
      shortwave_radiation: numbers,
    })
    .refine((hourly) => Object.values(hourly).every((list) => list.length === hourly.time.length)),
});

/** Days before today that the service's forecasts tell of. */
export const PAST_DAYS = 92;
/** What it says of a day that has been over for long stays as it is. */
const SETTLED_MS = 2 * 86_400_000;

/** Null: the service did not say. */
export interface WeatherDay {
  day: Day;
  /** WMO 4677, as forecasts use it. */
  code: number | null;
  /** Degrees Celsius. */
  meanC: number | null;
  highestC: number | null;
  lowestC: number | null;
  /** Rain and melted snow, mm. */
  rainMm: number | null;
  /** Sunlight on a level square metre over the day, kWh. */
  sunKwh: number | null;
}

/** Null: the service did not say. */
export interface WeatherHour {
  /** Its beginning. */
  atMs: number;
  /** At its beginning: degrees Celsius, and how much of the sky is covered. */
  temperatureC: number | null;
  cloudPercent: number | null;
  /** Its mean on a level square metre, W. */
  sunW: number | null;
}

interface Told<T> {
  said: T;
  askedAt: Date;
}

export interface Forecast {
  /** Days of the place's own calendar, in order. */
  days: WeatherDay[];
  askedAt: Date;
}

interface Place {
  latitude: number;
  longitude: number;
  timezone: string;
}

interface Asker {
  context: Pick<Context, 'log'>;
  at: Date;
}

export interface Forecasts {
  /** What is known of the place: what was asked for lately, else what the service says now; null: it gives no answer. */
  of(service: string, place: Place, asker: Asker): Promise<Forecast | null>;
  /** The same of the hours of a day that is no more than `PAST_DAYS` ago. */
  hoursOf(service: string, place: Place, day: Day, asker: Asker): Promise<readonly WeatherHour[] | null>;
}

interface Kept<T> {
  told: Told<T> | null;
  /** Under way; null: nothing is. */
  asking: Promise<void> | null;
  askedAtMs: number;
}

/** Of one process: another one asks again, which a service that answers some thousand places a day bears. */
export function openForecasts(): Forecasts {
  const requests = createConcurrencyLimit(MAX_REQUESTS);
  const days = openAnswers(requests, askForecast);
  const hours = openAnswers(requests, askHours);
  return {
    async of(service, place, asker) {
      const told = await days(daysAddress(service, place), asker, FRESH_MS);
      return told && { days: told.said, askedAt: told.askedAt };
    },
    async hoursOf(service, place, day, asker) {
      const { startMs, endMs } = dayBounds(day, place.timezone);
      const isSettled = asker.at.getTime() - endMs > SETTLED_MS;
      const told = await hours(hoursAddress(service, place, day), asker, isSettled ? OLDEST_MS : FRESH_MS);
      return told?.said.filter(({ atMs }) => atMs >= startMs && atMs < endMs) ?? null;
    },
  };
}

/** What a service said by its addresses: kept for all who ask, asked for again behind what is known. */
function openAnswers<T>(requests: ConcurrencyLimit, answerOf: (url: URL) => Promise<T>) {
  const places = new Map<string, Kept<T>>();

  async function ask(url: URL, kept: Kept<T>, { context, at }: Asker, release: Release): Promise<void> {
    try {
      kept.told = { said: await answerOf(url), askedAt: at };
    } catch (error) {
      context.log.warn({ error: String(error) }, 'the weather service gave no answer');
    } finally {
      release();
      kept.asking = null;
    }
  }

  return async (url: URL, asker: Asker, freshMs: number): Promise<Told<T> | null> => {
    const nowMs = asker.at.getTime();
    const kept = places.get(url.href) ?? { told: null, asking: null, askedAtMs: Number.NEGATIVE_INFINITY };
    const waitMs = kept.told?.askedAt.getTime() === kept.askedAtMs ? freshMs : FAILED_MS;
    const release = !kept.asking && nowMs - kept.askedAtMs >= waitMs ? requests.tryAcquire() : null;
    if (release) {
      kept.askedAtMs = nowMs;
      kept.asking = ask(url, kept, asker, release);
      places.delete(url.href);
      places.set(url.href, kept);
      for (const oldest of places.keys()) if (places.size > MAX_KEEP) places.delete(oldest);
    }
    const usable = () => (kept.told && nowMs - kept.told.askedAt.getTime() < OLDEST_MS ? kept.told : null);
    // What was known is shown at once; the next to ask gets the new.
    if (!usable()) await kept.asking;
    return usable();
  };
}

/** Plants near each other are one place: a forecast's squares are some kilometres wide, and where exactly a plant is stays here. */
const round = (degrees: number): string => (Math.round(degrees * 10) / 10).toFixed(1);

function addressOf(service: string, { latitude, longitude, timezone }: Place): URL {
  const url = new URL(service);
  url.searchParams.set('latitude', round(latitude));
  url.searchParams.set('longitude', round(longitude));
  url.searchParams.set('timezone', timezone);
  return url;
}

function daysAddress(service: string, place: Place): URL {
  const url = addressOf(service, place);
  url.searchParams.set('forecast_days', String(DAYS));
  const { time: _, ...asked } = answerForm.shape.daily.shape;
  url.searchParams.set('daily', Object.keys(asked).join(','));
  return url;
}

/** With the next day: the light of an hour stands at its end. */
function hoursAddress(service: string, place: Place, day: Day): URL {
  const url = addressOf(service, place);
  url.searchParams.set('start_date', day);
  url.searchParams.set('end_date', addDays(day, 1));
  url.searchParams.set('timeformat', 'unixtime');
  const { time: _, ...asked } = hoursForm.shape.hourly.shape;
  url.searchParams.set('hourly', Object.keys(asked).join(','));
  return url;
}

async function askForecast(url: URL): Promise<WeatherDay[]> {
  const { daily } = answerForm.parse(await operatorFetch(url, { mostBytes: MAX_BYTES }));
  return daily.time.map((day, n) => ({
    day,
    code: daily.weather_code[n]!,
    meanC: daily.temperature_2m_mean[n]!,
    highestC: daily.temperature_2m_max[n]!,
    lowestC: daily.temperature_2m_min[n]!,
    rainMm: daily.precipitation_sum[n]!,
    sunKwh: inKwh(daily.shortwave_radiation_sum[n]!),
  }));
}

/** Of MJ. */
const inKwh = (mj: number | null): number | null => (mj === null ? null : mj / 3.6);

async function askHours(url: URL): Promise<WeatherHour[]> {
  const { hourly } = hoursForm.parse(await operatorFetch(url, { mostBytes: MAX_BYTES }));
  const lightUntil = new Map(hourly.time.map((atS, n) => [atS, hourly.shortwave_radiation[n]!]));
  return hourly.time.map((atS, n) => ({
    atMs: atS * 1000,
    temperatureC: hourly.temperature_2m[n]!,
    cloudPercent: hourly.cloud_cover[n]!,
    sunW: lightUntil.get(atS + 3600) ?? null,
  }));
}
