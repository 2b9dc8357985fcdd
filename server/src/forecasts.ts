// Asks the operator's weather service for the next days: one that speaks Open-Meteo's forecast API (WEATHER_URL). Without the setting nobody is asked.
import { z } from 'zod';
import type { Context } from './context.ts';
import { askOutside } from './outside.ts';
import type { Day } from './rules/localDays.ts';

/** Services make a new forecast about once an hour. */
const FRESH_MS = 30 * 60_000;
/** A service that gave no answer is left alone this long; what was known before is shown meanwhile, this long at most. */
const FAILED_MS = 60_000;
const OLDEST_MS = 12 * 3600_000;
const KEEP_AT_MOST = 2_000;
/** Ten thousand pages that open at once are no flood to somebody else. */
const ASKED_AT_ONCE = 8;
const MOST_BYTES = 65_536;
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
}

interface Kept {
  forecast: Forecast | null;
  /** Under way; null: nothing is. */
  asking: Promise<void> | null;
  askedAtMs: number;
}

/** Of one process: another one asks again, which a service that answers some thousand places a day bears. */
export function openForecasts(): Forecasts {
  const places = new Map<string, Kept>();
  let underWay = 0;

  async function ask(url: URL, kept: Kept, { context, at }: Asker): Promise<void> {
    underWay++;
    try {
      kept.forecast = { days: await askForecast(url), askedAt: at };
    } catch (error) {
      context.log.warn({ error: String(error) }, 'the weather service gave no answer');
    } finally {
      underWay--;
      kept.asking = null;
    }
  }

  return {
    async of(service, place, asker) {
      const url = addressOf(service, place);
      const nowMs = asker.at.getTime();
      const kept = places.get(url.href) ?? { forecast: null, asking: null, askedAtMs: Number.NEGATIVE_INFINITY };
      const waitMs = kept.forecast?.askedAt.getTime() === kept.askedAtMs ? FRESH_MS : FAILED_MS;
      if (!kept.asking && nowMs - kept.askedAtMs >= waitMs && underWay < ASKED_AT_ONCE) {
        kept.askedAtMs = nowMs;
        kept.asking = ask(url, kept, asker);
        places.delete(url.href);
        places.set(url.href, kept);
        for (const oldest of places.keys()) if (places.size > KEEP_AT_MOST) places.delete(oldest);
      }
      const usable = () =>
        kept.forecast && nowMs - kept.forecast.askedAt.getTime() < OLDEST_MS ? kept.forecast : null;
      // What was known is shown at once; the next to ask gets the new.
      if (!usable()) await kept.asking;
      return usable();
    },
  };
}

/** Plants near each other are one place: a forecast's squares are some kilometres wide, and where exactly a plant is stays here. */
const round = (degrees: number): string => (Math.round(degrees * 10) / 10).toFixed(1);

function addressOf(service: string, { latitude, longitude, timezone }: Place): URL {
  const url = new URL(service);
  url.searchParams.set('latitude', round(latitude));
  url.searchParams.set('longitude', round(longitude));
  url.searchParams.set('timezone', timezone);
  url.searchParams.set('forecast_days', String(DAYS));
  const { time: _, ...asked } = answerForm.shape.daily.shape;
  url.searchParams.set('daily', Object.keys(asked).join(','));
  return url;
}

async function askForecast(url: URL): Promise<WeatherDay[]> {
  const { daily } = answerForm.parse(await askOutside(url, { mostBytes: MOST_BYTES }));
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
