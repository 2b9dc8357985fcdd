// A new owner asks for a plant by the serial number of a device, the installer accepts, and the plant appears.
import { makePlant } from './plants.ts';
import { addPerson, expect, signIn, test } from './portal.ts';

test('an owner asks with a device, the installer accepts, and the owner opens the plant', async ({
  browser,
  portal,
}) => {
  const email = 'asks.first@example.com';
  await addPerson(portal.sql, email, 'owner');
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(portal, 'installer@example.com', 'House with a tenant', {
    sn: [{ sn: '7A00AA01', model: product!.model }],
  });
  const owner = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await signIn(owner, { email });
  await owner.waitForURL('**/pvPlant');
  await owner.getByLabel('Serial number of a device').fill('7a00aa01');
  await owner.getByLabel('Message (optional)').fill('I rent the house');
  await owner.getByRole('button', { name: 'Ask for access' }).click();
  await expect(owner.getByText('If a plant has this device')).toBeVisible();
  await expect(owner.getByRole('region', { name: 'Your requests' }).getByText('Waiting')).toBeVisible();

  // A job forwards the request within seconds.
  await expect
    .poll(async () => (await portal.sql`select from join_questions where sid = ${sid}`).length, { timeout: 30_000 })
    .toBe(1);
  const installer = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await signIn(installer, { email: 'installer@example.com' });
  await installer.goto('/pvPlant');
  await installer.getByRole('button', { name: 'Review' }).click();
  const requests = installer.getByRole('dialog', { name: 'Requests for access' });
  await expect(requests.getByText('I rent the house')).toBeVisible();
  await requests.getByRole('button', { name: 'Make owner' }).click();
  await installer
    .getByRole('dialog', { name: /Make asks\.first@example\.com the owner/ })
    .getByRole('button', { name: 'Make owner' })
    .click();
  await expect(requests.getByText('I rent the house')).toHaveCount(0);

  await owner.reload();
  await owner.getByRole('main').getByRole('link', { name: 'House with a tenant' }).click();
  await owner.waitForURL(`**/pvPlant/detail?sid=${sid}`);
  await expect(owner.getByRole('heading', { level: 1, name: 'House with a tenant' })).toBeVisible();
});
