// Creates plants for journeys: through the wizard as an installer does, or by a call where the creation is not under test.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD, type Portal } from './portal.ts';

/** Calls the API with a token, as any client program does. */
export async function post<P extends Path>(portal: Portal, path: P, body: Request<P>, token = '') {
  const answer = await fetch(`${portal.url}/v2/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lan: '6', ...(token ? { authorization: token } : {}) },
    body: JSON.stringify(body),
  });
  const { code, data } = (await answer.json()) as { code: number; data: Response<P> };
  return { status: answer.status, code, data };
}

export async function tokenOf(portal: Portal, account: string): Promise<string> {
  const { code, data } = await post(portal, 'sign-in', { account, password: PASSWORD });
  if (code !== 200) throw new Error(`${account} could not sign in: ${code}`);
  return data.tokenInfo.token;
}

/** Creates a plant in Konstanz; returns its id. */
export async function makePlant(
  portal: Portal,
  account: string,
  siteName: string,
  more: Partial<Request<'site/createFast'>> = {},
): Promise<string> {
  const token = await tokenOf(portal, account);
  const { code, data } = await post(portal, 'site/createFast', { ...plantInKonstanz(siteName), ...more }, token);
  if (code !== 200) throw new Error(`${siteName} could not be made: ${code}`);
  return data.sid;
}

export const plantInKonstanz = (siteName: string): Request<'site/createFast'> => ({
  siteName,
  powerMax: 400,
  countryCode: 'DE',
  city: 'Konstanz',
  latitude: 47.66,
  longitude: 9.17,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  electricityPrice: 0.3,
});

/** Returns a field by its label; the list of a combobox has the same label. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label).and(page.locator('input'));

export async function choose(page: Page, label: string, option: string): Promise<void> {
  // The sticky foot of a form covers the lower edge.
  await field(page, label).evaluate((input) => input.scrollIntoView({ block: 'center' }));
  await field(page, label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Completes step 1 of the wizard, from an empty form to the devices. */
export async function fillFirstStep(page: Page, siteName: string): Promise<void> {
  await field(page, 'Plant name').fill(siteName);
  await field(page, 'DC peak power').fill('0.4');
  await choose(page, 'Country', 'Germany');
  await field(page, 'Latitude').fill('47.66');
  await field(page, 'Longitude').fill('9.17');
  await field(page, 'Electricity price').fill('0.30');
  // The country fills these in.
  await expect(field(page, 'Time zone')).toHaveValue(/Berlin/);
  await expect(field(page, 'Currency')).toHaveValue(/EUR/);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByLabel('Serial numbers')).toBeVisible();
}

/** Adds a meter, a hybrid, a string inverter, a battery and a microinverter with current values to a plant; returns the addresses of their pages. */
export async function addKinds(portal: Portal, account: string, sid: string, prefix: string): Promise<string[]> {
  const phases = { l1VoltageV: 230.4, l2VoltageV: 231, l3VoltageV: 229.8, l1CurrentA: 10.4, l1PowerW: 2392 };
  const inputs = {
    input1PowerW: 4210,
    input1VoltageV: 611.2,
    input1CurrentA: 6.9,
    input2PowerW: 2100,
    string1CurrentA: 6.9,
  };
  const battery = { batteryPowerW: -1500, batterySocPercent: 63, batteryVoltageV: 51.9, batteryTemperatureC: 24.5 };
  const kinds = [
    ['electricMeter', 10_005, { gridPowerW: -12_345.6, frequencyHz: 50.01, ...phases }],
    ['allInOneMachine', 10_003, { powerW: 6310, gridPowerW: -850, loadPowerW: 1400, ...battery, ...phases, ...inputs }],
    ['stringMachine', 10_002, { powerW: 6310, insulationOhm: 2_400_000, temperatureC: 51, ...phases, ...inputs }],
    ['battery', 10_004, { ...battery, batterySohPercent: 98, batteryCycles: 211 }],
    ['module/detail', 10_001, { powerW: 6310, ...inputs }],
  ] as const;
  const sn = kinds.map(([page, model]) => ({ sn: `${prefix}${page.toUpperCase().replace('/', '-')}`, model }));
  const { code } = await post(portal, 'site/updateFast', { sid, sn }, await tokenOf(portal, account));
  if (code !== 200) throw new Error(`the devices could not be added: ${code}`);
  for (const [place, [, , q]] of kinds.entries()) {
    await portal.sql`
      update device_live set status = 0, at = now(), power_w = ${'powerW' in q ? q.powerW : null}, quantities = ${JSON.stringify(q)}::text::json, version = version + 1
      where sid = ${sid} and sn = ${sn[place]!.sn}`;
  }
  return kinds.map(([page], place) => `/devices/${page}?sid=${sid}&sn=${sn[place]!.sn}`);
}

const MANY = 'DE_20250101_l%';

/** Inserts seventy copies of a plant, one in four of them offline, so that the list has several pages. Their names are "Layout plant 1" and so on. */
export async function addManyPlants(portal: Portal, sid: string): Promise<void> {
  await portal.sql`
    insert into sites (sid, name, company_id, seen_by, country_code, city, street, latitude, longitude, timezone, temperature_unit, currency, power_max_w, commissioned_on, created_at)
    select 'DE_20250101_l' || lpad(n::text, 7, '0'), 'Layout plant ' || n, company_id, seen_by, country_code, city, street, latitude, longitude, timezone,
      temperature_unit, currency, 400 * n * n * n, '2025-01-01', created_at
    from sites cross join generate_series(1, 70) n where sid = ${sid}`;
  await portal.sql`
    insert into site_live (sid, seen_by, status, devices, at, fresh_until, power_w, day, today_wh, total_wh)
    select sid, seen_by, (array[0, 0, -1, 1])[1 + substr(sid, 14)::int % 4], 2, now(), now() + interval '15 minutes', power_max_w / 3,
      current_date, power_max_w * 2, power_max_w * 999
    from sites where sid like 'DE_20250101_l%' on conflict do nothing`;
}

/** Sets the copies to offline. The server would do so within half a minute, because no device has reported their values, and a card without a figure may be a line shorter. */
export async function quietManyPlants({ sql }: Portal): Promise<void> {
  await sql`update site_live set power_w = null, fresh_until = null, status = -1 where sid like ${MANY}`;
}

/** Deletes the copies, because other journeys search for their plants on the first page. */
export async function removeManyPlants({ sql }: Portal): Promise<void> {
  await sql`delete from sites where sid like ${MANY}`;
}
