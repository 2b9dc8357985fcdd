// Weather of a plant: seven days from the operator's weather service, and a message when the service does not answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, startPortal, test } from './portal.ts';

/** Returns hours of the requested day and the next in the format that Open-Meteo documents. */
function hours(requested: URL): string {
  const first = Date.parse(`${requested.searchParams.get('start_date')}T00:00:00Z`) / 1000 - 7200;
  const time = Array.from({ length: 52 }, (_, n) => first + n * 3600);
  const each = (value: number) => time.map(() => value);
  const hourly = { time, temperature_2m: each(21.5), cloud_cover: each(40), shortwave_radiation: each(310) };
  return JSON.stringify({ hourly });
}

/** Returns eight days from today in the format that Open-Meteo documents. */
function forecast(): string {
  const days = Array.from({ length: 8 }, (_, n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10));
  const each = (value: number) => days.map(() => value);
  const daily = {
    time: days,
    weather_code: each(63),
    temperature_2m_mean: each(8),
    temperature_2m_max: each(12.4),
    temperature_2m_min: each(-3.4),
    precipitation_sum: each(4),
    shortwave_radiation_sum: each(9),
  };
  return JSON.stringify({ daily });
}

test('the overview of a plant shows seven days of weather, or that the service is not answering', async ({
  browser,
}) => {
  let isAvailable = true;
  const service = createServer((request, answer) => {
    const requested = new URL(request.url!, 'http://service');
    const body = requested.searchParams.has('hourly') ? hours(requested) : forecast();
    answer.writeHead(isAvailable ? 200 : 503, { 'content-type': 'application/json' }).end(isAvailable ? body : '');
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  const portal = await startPortal({
    WEATHER_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/forecast`,
  });
  try {
    const known = await makePlant(portal, 'installer@example.com', 'Plant in the rain');
    const unknown = await makePlant(portal, 'installer@example.com', 'Plant elsewhere', { latitude: 48.5 });
    const page = await (await browser.newContext({ baseURL: portal.url })).newPage();
    await signIn(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/pvPlant/detail?sid=${known}`);
      const card = page.getByRole('region', { name: 'Weather' });
      await expect(card.locator('tbody tr')).toHaveCount(7);
      await expect(card.locator('tbody tr').first()).toHaveText(/Rain\s*2\.5\s*-3\s*12/);
      await expect(card.getByText('Open-Meteo.com')).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    // Weather behind the power of a day is optional, and kept in the address.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/pvPlant/detail?sid=${known}&view=power`);
    const cloudCover = page.getByRole('button', { name: /^Cloud cover %/ });
    await expect(cloudCover).toHaveAttribute('aria-pressed', 'false');
    await cloudCover.click();
    await page.getByRole('button', { name: /^Outdoor temperature/ }).click();
    await expect(page.getByText('Weather by Open-Meteo.com for the plant’s surroundings')).toBeVisible();
    await expect(page.getByRole('img', { name: /Outdoor temperature, Cloud cover/ })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(cloudCover).toHaveAttribute('aria-pressed', 'true');
    const longAgo = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/pvPlant/detail?sid=${known}&view=power&day=${longAgo}&lines=["Weather Sun"]`);
    await expect(page.getByText('the weather service goes back 92 days')).toBeVisible();
    isAvailable = false;
    await page.goto(`/pvPlant/detail?sid=${unknown}&view=power&lines=["Weather Sun"]`);
    await expect(
      page.getByText('Weather data for this day is not available: the weather service is not answering'),
    ).toBeVisible();
    await page.goto(`/pvPlant/detail?sid=${unknown}`);
    await expect(page.getByText('The weather service is not answering at the moment.')).toBeVisible();
    await page.goto('/privacyPolicy');
    await expect(page.getByText('This server asks a weather service')).toBeVisible();
  } finally {
    await portal.close();
    service.close();
  }
});
