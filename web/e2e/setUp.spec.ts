// Set-up is proved: a meter the wrong way round is found, turned by one press, and right; and alerts of all plants are found from the menu.
import { connectDevice, publish } from './mqttDevices.ts';
import { makePlant, plantInKonstanz, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const SN = 'EMJOURNEY1';
const DAY = 86_400_000;

test('a meter that says it exports by night is wrong until its sign is turned', async ({ page, world }) => {
  const token = await tokenOf(world, 'installer@example.com');
  const [product] = await world.sql<{ model: number }[]>`select model from products where name = 'Meter'`;
  const { data } = await post(
    world,
    'site/createFast',
    { ...plantInKonstanz('House with a turned meter'), sn: [{ sn: SN, model: product!.model }] },
    token,
  );
  const meter = await connectDevice(world, SN, data.credentials[0]!.password);
  await publish(meter, 'announce', { kind: 'meter', intervalS: 300 });
  // The last two midnights, three hours before and after: dark in any season.
  const midnight = Math.floor(Date.now() / DAY) * DAY;
  const rows = [midnight - DAY, midnight]
    .flatMap((night) => Array.from({ length: 48 }, (_, n) => night - 2 * 3_600_000 + n * 300_000))
    .filter((at) => at < Date.now())
    .map((at) => ({ sn: SN, at, q: { powerW: -600 } }));
  await publish(meter, 'report', { devices: rows });

  await signIn(page, { to: `/pvPlant/detail?sid=${data.sid}` });
  await page.getByRole('navigation', { name: 'Views of the plant' }).getByRole('link', { name: 'Set-up' }).click();
  await expect(page).toHaveURL(/view=setUp/);
  const checks = page.getByRole('region', { name: 'Set-up check' });
  const sign = checks.getByRole('listitem').filter({ hasText: 'Sign of the grid' });
  await expect(sign).toContainText('Wrong');
  await expect(sign).toContainText(/kWh were reported as fed into the grid between .* below the horizon/);
  await expectAccessible(page);

  await sign.getByRole('button', { name: `Turn the sign of ${SN}` }).click();
  const dialog = page.getByRole('dialog', { name: `Turn the sign of ${SN}` });
  await expect(dialog.getByLabel('Wrong since')).not.toHaveValue('');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Turn the sign' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sign).toContainText('Right');
  await expect(checks.getByRole('button', { name: /^Turn the sign/ })).toHaveCount(0);
  const { data: settings } = await post(world, 'device/meter/settings', { sn: SN }, token);
  expect(settings.list).toMatchObject([{ role: 'grid', reversed: true }]);
  await meter.endAsync();
});

test('alerts of all plants: counted beside the menu, searched, filtered in the address, acknowledged', async ({
  page,
  world,
}) => {
  const sids = [];
  for (const name of ['Hot barn', 'Silent barn']) sids.push(await makePlant(world, 'installer@example.com', name));
  await world.sql`
    insert into events (sid, sn, code, opened_at) values
      (${sids[0]!}, '0A0B0C4A', '0800', now() - interval '80 minutes'),
      (${sids[1]!}, '0A0B0C4B', 'silence', now() - interval '3 hours')`;
  await signIn(page);
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /Alerts/ });
  await expect(entry).toContainText(/\d+ open/);
  await entry.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search plant or serial number')).first().fill('barn');
  // There may be no others: then the same two stand there before they are searched, and fade while that is done.
  await expect(page).toHaveURL(/q=barn/);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Hot barn');
  await expectAccessible(page);
  await page.goto('/alerts?q=barn&level=fault');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Silent barn');
  await page
    .getByRole('button', { name: 'Acknowledge: No data, 0A0B0C4B' })
    .or(rows.getByRole('button'))
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('No alerts found')).toBeVisible();
  await page.goto('/alerts?q=barn&state=acknowledged');
  await expect(rows).toHaveCount(1);
});

test('on a phone a count of three digits stands in one line beside the bell', async ({ page, world }) => {
  const sid = await makePlant(world, 'installer@example.com', 'Barn of many alerts');
  await world.sql`
    insert into events (sid, sn, code, opened_at)
    select ${sid}, 'ALERT' || n, 'silence', now() - interval '3 hours' from generate_series(1, 120) n`;
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { to: '/dashboard' });
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /Alerts/ });
  const count = entry.locator('[data-level]');
  await expect(count).toContainText(/^\d{3}/);
  const { height, width } = (await count.boundingBox())!;
  expect(height).toBeLessThan(20);
  expect(width).toBeGreaterThan(20);
  await world.sql`delete from events where sid = ${sid}`;
});
