// Kinds of weather: the name and picture of a forecast's WMO code.

/** Pictures, by names that are common in weather programs. */
export const WEATHER_ICONS = [
  'clear-day',
  'partly-cloudy-day',
  'cloudy',
  'fog',
  'rain',
  'showers-day',
  'snow',
  'snow-showers-day',
  'thunder-rain',
] as const;
export type WeatherIcon = (typeof WEATHER_ICONS)[number];

/** Codes of WMO 4677 that forecasts use for each kind. */
export const WEATHERS = {
  clear: { icon: 'clear-day', codes: [0] },
  mostlyClear: { icon: 'clear-day', codes: [1] },
  partlyCloudy: { icon: 'partly-cloudy-day', codes: [2] },
  cloudy: { icon: 'cloudy', codes: [3] },
  fog: { icon: 'fog', codes: [45, 48] },
  drizzle: { icon: 'rain', codes: [51, 53, 55] },
  freezingRain: { icon: 'rain', codes: [56, 57, 66, 67] },
  lightRain: { icon: 'rain', codes: [61] },
  rain: { icon: 'rain', codes: [63] },
  heavyRain: { icon: 'rain', codes: [65] },
  showers: { icon: 'showers-day', codes: [80, 81, 82] },
  snow: { icon: 'snow', codes: [71, 73, 75, 77] },
  snowShowers: { icon: 'snow-showers-day', codes: [85, 86] },
  thunderstorm: { icon: 'thunder-rain', codes: [95, 96, 99] },
} as const satisfies Record<string, { icon: WeatherIcon; codes: readonly number[] }>;
export type Weather = keyof typeof WEATHERS;

const BY_CODE = new Map(
  (Object.keys(WEATHERS) as Weather[]).flatMap((weather) =>
    WEATHERS[weather].codes.map((code) => [code as number, weather] as const),
  ),
);

/** Undefined for codes that forecasts do not use. */
export const weatherOf = (code: number | null): Weather | undefined => (code === null ? undefined : BY_CODE.get(code));
