// Local weather service for pictures: seven spring days in the format of Open-Meteo.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** WMO code, mean, highest and lowest temperature in °C, rain in mm, irradiation in MJ/m². */
const DAYS = [
  [0, 14.2, 19.8, 6.1, 0, 23.4],
  [2, 13.1, 18.2, 7.4, 0, 19.1],
  [61, 10.4, 13.6, 7.9, 4.2, 8.3],
  [95, 12.8, 17.1, 8.8, 11.6, 9.7],
  [3, 9.6, 12.9, 5.2, 0.2, 11.5],
  [45, 8.1, 12.4, 3.3, 0, 13.8],
  [1, 11.7, 17.5, 4.6, 0, 21.9],
  [0, 13.9, 20.3, 6.7, 0, 23.6],
] as const;
const dayAt = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

function forecast(): unknown {
  const column = (place: number) => DAYS.map((day) => day[place]!);
  return {
    daily: {
      time: DAYS.map((_, n) => dayAt(n)),
      weather_code: column(0),
      temperature_2m_mean: column(1),
      temperature_2m_max: column(2),
      temperature_2m_min: column(3),
      precipitation_sum: column(4),
      shortwave_radiation_sum: column(5),
    },
  };
}

function hours(firstDay: string): unknown {
  const first = Date.parse(`${firstDay}T00:00:00Z`) / 1000 - 86_400;
  const time = Array.from({ length: 72 }, (_, n) => first + n * 3600);
  const ofDay = (n: number) => Math.sin((((n % 24) - 6) / 12) * Math.PI);
  return {
    hourly: {
      time,
      temperature_2m: time.map((_, n) => Math.round((11 + 6 * ofDay(n)) * 10) / 10),
      cloud_cover: time.map((_, n) => 30 + ((n * 17) % 50)),
      shortwave_radiation: time.map((_, n) => Math.round(Math.max(0, 700 * ofDay(n)))),
    },
  };
}

/** Starts the service; returns its address and a function that stops it. */
export async function screenWeather(): Promise<{ url: string; close: () => void }> {
  const service = createServer((request, answer) => {
    const from = new URL(request.url!, 'http://service').searchParams.get('start_date');
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(from ? hours(from) : forecast()));
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  service.unref();
  return {
    url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/forecast`,
    close: () => service.close(),
  };
}
