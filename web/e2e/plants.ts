// Makes plants for journeys: through the wizard as an installer does, or by a call where the making is not the point.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD, type World } from './world.ts';

/** One call with a token, as any client program makes it. */
export async function post<P extends Path>(world: World, path: P, body: Request<P>, token = '') {
  const answer = await fetch(`${world.url}/v2/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lan: '6', ...(token ? { authorization: token } : {}) },
    body: JSON.stringify(body),
  });
  const { code, data } = (await answer.json()) as { code: number; data: Response<P> };
  return { status: answer.status, code, data };
}

export async function tokenOf(world: World, account: string): Promise<string> {
  const { code, data } = await post(world, 'sign-in', { account, password: PASSWORD });
  if (code !== 200) throw new Error(`${account} could not sign in: ${code}`);
  return data.tokenInfo.token;
}

/** A plant in Konstanz; answers its id. */
export async function makePlant(
  world: World,
  account: string,
  siteName: string,
  more: Partial<Request<'site/createFast'>> = {},
): Promise<string> {
  const token = await tokenOf(world, account);
  const { code, data } = await post(world, 'site/createFast', { ...plantInKonstanz(siteName), ...more }, token);
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

/** A field by its label; lists that drop down carry the same label. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label).and(page.locator('input'));

export async function choose(page: Page, label: string, option: string): Promise<void> {
  // A form's foot stands over what is at the lower edge.
  await field(page, label).evaluate((input) => input.scrollIntoView({ block: 'center' }));
  await field(page, label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Step 1 of the wizard, from an empty form to the devices. */
export async function fillFirstStep(page: Page, siteName: string): Promise<void> {
  await field(page, 'Plant name').fill(siteName);
  await field(page, 'Peak power of the modules').fill('0.4');
  await choose(page, 'Country', 'Germany');
  await field(page, 'Latitude').fill('47.66');
  await field(page, 'Longitude').fill('9.17');
  await field(page, 'Electricity price').fill('0.30');
  // The country has filled these in.
  await expect(field(page, 'Time zone')).toHaveValue(/Berlin/);
  await expect(field(page, 'Currency')).toHaveValue(/EUR/);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByLabel('Serial numbers')).toBeVisible();
}
