// Fetches forecasts of the next days and of the hours of a day from the operator's weather service, which implements Open-Meteo's forecast API (WEATHER_URL). Without the setting no service is contacted.
import { z } from 'zod';
import type { Context } from '../context.ts';
import { addDays, type Day, dayBounds } from '../platform/calendar/rules/localDays.ts';
import { type ConcurrencyLimit, createConcurrencyLimit, type Release } from '../platform/limits/concurrencyLimit.ts';
import { serviceFailures } from '../platform/metrics.ts';
import { operatorFetch } from '../platform/outbound/operatorFetch.ts';

/** Age up to which an answer is fresh: services publish a new forecast about once an hour. */
const FRESH_MS = 30 * 60_000;
/** Pause after a failed request, and the maximum age of an answer shown meanwhile. */
const FAILED_MS = 60_000;
const MAX_AGE_MS = 12 * 3600_000;
const MAX_CACHED = 2_000;
/** Parallel requests: ten thousand pages opened at once must not flood the service. */
const MAX_REQUESTS = 8;
const MAX_BYTES = 65_536;
/** One day more than is shown, so that an answer cached over midnight still has enough. */
const DAYS = 8;

const numbers = z.array(z.number().nullable());
/** Fields of the daily response that are used. */
const daysResponse = z.object({
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

/** Fields of the hourly response; times are seconds since 1970, so that an hour repeated by a clock change is two. */
const hoursResponse = z.object({
  hourly: z
    .object({
      time: z.array(z.number().int()).max(24 * 3),
      temperature_2m: numbers,
      cloud_cover: numbers,
      shortwave_radiation: numbers,
    })
    .refine((hourly) => Object.values(hourly).every((list) => list.length === hourly.time.length)),
});

/** Days before today that the service's forecasts cover. */
export const PAST_DAYS = 92;
/** Age of a day after which its values no longer change. */
const SETTLED_MS = 2 * 86_400_000;

/** A day's weather; null for values that the service does not report. */
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
  /** Global horizontal irradiation of the day, kWh/m². */
  sunKwh: number | null;
}

/** An hour's weather; null for values that the service does not report. */
export interface WeatherHour {
  /** Start of the hour. */
  atMs: number;
  /** Temperature in degrees Celsius and cloud cover in percent, at the start of the hour. */
  temperatureC: number | null;
  cloudPercent: number | null;
  /** Mean global horizontal irradiance of the hour, W/m². */
  sunW: number | null;
}

interface Answer<T> {
  value: T;
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

interface ForecastContext {
  context: Pick<Context, 'log'>;
  at: Date;
}

export interface Forecasts {
  /** Returns the forecast of a place, cached or from the service; null when the service does not answer. */
  of(service: string, place: Place, caller: ForecastContext): Promise<Forecast | null>;
  /** As `of`, for the hours of a day at most `PAST_DAYS` ago. */
  hoursOf(service: string, place: Place, day: Day, caller: ForecastContext): Promise<readonly WeatherHour[] | null>;
}

interface CacheEntry<T> {
  answer: Answer<T> | null;
  /** The current request; null when there is none. */
  request: Promise<void> | null;
  requestedAtMs: number;
}

/** Opens the forecasts of one process. Other processes ask for themselves, which is no burden for a service that answers some thousand places a day. */
export function openForecasts(): Forecasts {
  const requests = createConcurrencyLimit(MAX_REQUESTS);
  const days = createAnswerCache(requests, fetchDays);
  const hours = createAnswerCache(requests, fetchHours);
  return {
    async of(service, place, caller) {
      const answer = await days(daysUrl(service, place), caller, FRESH_MS);
      return answer && { days: answer.value, askedAt: answer.askedAt };
    },
    async hoursOf(service, place, day, caller) {
      const { startMs, endMs } = dayBounds(day, place.timezone);
      const isSettled = caller.at.getTime() - endMs > SETTLED_MS;
      const answer = await hours(hoursUrl(service, place, day), caller, isSettled ? MAX_AGE_MS : FRESH_MS);
      return answer?.value.filter(({ atMs }) => atMs >= startMs && atMs < endMs) ?? null;
    },
  };
}

/** Caches answers by URL for all callers, and refreshes stale ones in the background. */
function createAnswerCache<T>(requests: ConcurrencyLimit, fetchAnswer: (url: URL) => Promise<T>) {
  const cache = new Map<string, CacheEntry<T>>();

  async function refresh(
    url: URL,
    entry: CacheEntry<T>,
    { context, at }: ForecastContext,
    release: Release,
  ): Promise<void> {
    try {
      entry.answer = { value: await fetchAnswer(url), askedAt: at };
    } catch (error) {
      serviceFailures.inc({ service: 'weather' });
      context.log.warn({ error: String(error) }, 'the weather service did not answer');
    } finally {
      release();
      entry.request = null;
    }
  }

  return async (url: URL, caller: ForecastContext, freshMs: number): Promise<Answer<T> | null> => {
    const nowMs = caller.at.getTime();
    const entry = cache.get(url.href) ?? { answer: null, request: null, requestedAtMs: Number.NEGATIVE_INFINITY };
    const waitMs = entry.answer?.askedAt.getTime() === entry.requestedAtMs ? freshMs : FAILED_MS;
    const release = !entry.request && nowMs - entry.requestedAtMs >= waitMs ? requests.tryAcquire() : null;
    if (release) {
      entry.requestedAtMs = nowMs;
      entry.request = refresh(url, entry, caller, release);
      cache.delete(url.href);
      cache.set(url.href, entry);
      for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
    }
    const usable = () => (entry.answer && nowMs - entry.answer.askedAt.getTime() < MAX_AGE_MS ? entry.answer : null);
    // A known answer is returned at once; the next caller gets the new one.
    if (!usable()) await entry.request;
    return usable();
  };
}

/** Rounds a coordinate to a tenth of a degree: forecast cells are some kilometres wide, nearby plants share one answer, and the exact location of a plant is not disclosed. */
const round = (degrees: number): string => (Math.round(degrees * 10) / 10).toFixed(1);

function addressOf(service: string, { latitude, longitude, timezone }: Place): URL {
  const url = new URL(service);
  url.searchParams.set('latitude', round(latitude));
  url.searchParams.set('longitude', round(longitude));
  url.searchParams.set('timezone', timezone);
  return url;
}

function daysUrl(service: string, place: Place): URL {
  const url = addressOf(service, place);
  url.searchParams.set('forecast_days', String(DAYS));
  const { time: _, ...fields } = daysResponse.shape.daily.shape;
  url.searchParams.set('daily', Object.keys(fields).join(','));
  return url;
}

/** Includes the next day, as the irradiance of an hour is reported at its end. */
function hoursUrl(service: string, place: Place, day: Day): URL {
  const url = addressOf(service, place);
  url.searchParams.set('start_date', day);
  url.searchParams.set('end_date', addDays(day, 1));
  url.searchParams.set('timeformat', 'unixtime');
  const { time: _, ...fields } = hoursResponse.shape.hourly.shape;
  url.searchParams.set('hourly', Object.keys(fields).join(','));
  return url;
}

async function fetchDays(url: URL): Promise<WeatherDay[]> {
  const { daily } = daysResponse.parse(await operatorFetch(url, { mostBytes: MAX_BYTES }));
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

/** Converts MJ to kWh. */
const inKwh = (mj: number | null): number | null => (mj === null ? null : mj / 3.6);

async function fetchHours(url: URL): Promise<WeatherHour[]> {
  const { hourly } = hoursResponse.parse(await operatorFetch(url, { mostBytes: MAX_BYTES }));
  const irradianceByEnd = new Map(hourly.time.map((atS, n) => [atS, hourly.shortwave_radiation[n]!]));
  return hourly.time.map((atS, n) => ({
    atMs: atS * 1000,
    temperatureC: hourly.temperature_2m[n]!,
    cloudPercent: hourly.cloud_cover[n]!,
    sunW: irradianceByEnd.get(atS + 3600) ?? null,
  }));
}
