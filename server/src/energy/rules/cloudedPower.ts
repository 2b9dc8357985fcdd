// Computes the power of a plant by the hour from a weather forecast: what it yields under a clear sky, less the share of light that clouds take.
import { clearSkyOf, LEVEL_SQUARE_METER } from './clearSky.ts';

interface Hour {
  fromMs: number;
  /** Not included. */
  toMs: number;
}

interface Place {
  latitude: number;
  longitude: number;
}

/** Power under a clear sky by slot, W; null while the sun is down. */
interface ClearPower {
  fromMs: number;
  stepS: number;
  data: readonly (number | null)[];
}

interface ForecastHour {
  atMs: number;
  /** Mean global horizontal irradiance, W/m²; null: unknown. */
  sunW: number | null;
}

const HOUR_MS = 3_600_000;

/** Returns the mean power of an hour, W; null: not in the forecast. A forecast brighter than a clear sky counts as clear. */
export function cloudedPower(
  place: Place,
  { fromMs, stepS, data }: ClearPower,
  forecast: readonly ForecastHour[],
): (hour: Hour) => number | null {
  const clearSunW = clearSkyOf(place, [LEVEL_SQUARE_METER]);
  const stepMs = stepS * 1000;
  return (hour) => {
    let [clearW, sunSum, slots] = [0, 0, 0];
    for (let ms = hour.fromMs; ms < hour.toMs; ms += stepMs) {
      clearW += data[Math.floor((ms - fromMs) / stepMs)] ?? 0;
      sunSum += clearSunW(ms + stepMs / 2);
      slots++;
    }
    if (clearW <= 0) return 0;
    const midMs = (hour.fromMs + hour.toMs) / 2;
    const sunW = forecast.find(({ atMs }) => atMs <= midMs && midMs < atMs + HOUR_MS)?.sunW ?? null;
    return sunW === null ? null : Math.round((clearW / slots) * Math.min(1, (sunW * slots) / sunSum));
  };
}
