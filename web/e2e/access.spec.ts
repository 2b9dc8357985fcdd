// Ownership of a plant and access without an account: handover accepted by both sides, and a public link for a screen.
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

test('an owner hands the plant over, and the other side accepts it', async ({ page, portal, browser }) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Plant that changes hands', {
    userEmail: 'owner@example.com',
  });
  await signIn(page, { email: 'owner@example.com', to: `/pvPlant/edit?sid=${sid}` });
  // The form has no field for the owner's address.
  await expect(page.getByLabel('Installer’s e-mail').or(page.getByLabel("Installer's e-mail"))).toBeVisible();
  await expect(page.getByText('The plant belongs to owner@example.com.')).toBeVisible();
  await page.getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer the plant' });
  await dialog.getByLabel("New owner's e-mail").fill('guest@example.com');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(page.getByText('Offered to guest@example.com', { exact: true })).toBeVisible();
  await expect(page.getByText('This server sends no e-mail')).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${portal.url}/ucenter/account`);
  await signIn(other, { email: 'guest@example.com', to: `${portal.url}/ucenter/account` });
  const offer = other.getByRole('region', { name: 'Offered to you' });
  await expect(offer).toContainText('Ownership of Plant that changes hands');
  await expectAccessible(other);
  await offer.getByRole('button', { name: 'Accept' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(other.getByText('You have taken over Plant that changes hands')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await other.goto(`${portal.url}/pvPlant/detail?sid=${sid}`);
  await expect(other.getByRole('heading', { name: 'Plant that changes hands' })).toBeVisible();
  await page.goto(`/pvPlant/detail?sid=${sid}`);
  await expect(page.getByRole('heading', { name: 'Plant not found' })).toBeVisible();
});

test('an owner ends the care alone: the installer no longer sees the plant, the owner keeps it and names another installer', async ({
  page,
  portal,
}) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Plant of a bankrupt', {
    userEmail: 'owner@example.com',
    installerEmail: 'installer@example.com',
  });
  const token = await tokenOf(portal, 'installer@example.com');
  await signIn(page, { email: 'owner@example.com', to: `/pvPlant/edit?sid=${sid}` });
  const care = page.getByRole('region', { name: 'Service company' });
  await expect(care).toContainText('Company of installer@example.com');
  await expectAccessible(page);
  await care.getByRole('button', { name: 'End service' }).click();
  const dialog = page.getByRole('dialog', { name: 'End service by Company of installer@example.com?' });
  await expect(dialog).toContainText('It stays yours with its devices and history');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'End service' }).click();
  await expect(care).toContainText('None: only the owner');
  await expect(care.getByRole('button', { name: 'End service' })).toHaveCount(0);
  expect((await post(portal, 'site/detail', { sid }, token)).code).toBe(1005);
  // The open form has followed the change: a new installer is saved without a conflict.
  const installer = page.getByLabel(/^Installer.s e-mail/);
  await expect(installer).toHaveValue('');
  await installer.fill('guest@example.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Service requested from guest@example.com')).toBeVisible();
});

test("a withdrawn offer disappears from the recipient's account", async ({ page, portal }) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Plant that stays');
  await post(
    portal,
    'site/offers/make',
    { sid, email: 'guest@example.com' },
    await tokenOf(portal, 'installer@example.com'),
  );
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Offered to guest@example.com', { exact: true })).toHaveCount(0);
  const { data } = await post(portal, 'account/offers', {}, await tokenOf(portal, 'guest@example.com'));
  expect(data.list.filter((one) => one.sid === sid)).toEqual([]);
});

test('a public page shows figures to anyone who has its link, and nothing after the link has ended', async ({
  page,
  portal,
  browser,
}) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Plant in the hall');
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  await expect(page.getByText('Without an account nobody can see the plant')).toBeVisible();
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByLabel('Page title').fill('Our roof');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('dialog', { name: 'Link created' });
  const shown = await made.getByLabel('Link', { exact: true }).inputValue();
  const secret = shown.split('#token=')[1]!;
  await made.getByRole('button', { name: 'Done, I saved it' }).click();
  await expect(page.getByText('Our roof')).toBeVisible();

  const screen = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage();
  const requestedUrls: string[] = [];
  screen.on('request', (request) => requestedUrls.push(request.url(), request.headers().referer ?? ''));
  await screen.goto(`${portal.url}/public#token=${secret}`);
  await expect(screen.getByRole('heading', { level: 1, name: 'Our roof' })).toBeVisible();
  await expect(screen.getByRole('group', { name: 'Now' })).toBeVisible();
  await expect(screen.getByText('Konstanz')).toHaveCount(0);
  await expect(screen.getByText('Plant in the hall')).toHaveCount(0);
  // The clock shows the plant's local time; neither the page nor its data names the time zone.
  const plantTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' });
  const clock = screen.locator('header time').last();
  await expect.poll(async () => (await clock.textContent()) === plantTime.format()).toBe(true);
  await screen.getByRole('button', { name: 'Wall display', exact: true }).click();
  await expect(screen.getByRole('button', { name: 'Leave the wall display' })).toBeVisible();
  await expect.poll(() => screen.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await screen.evaluate(() => document.exitFullscreen());
  await expect(screen.getByRole('button', { name: 'Wall display', exact: true })).toBeVisible();
  // As a browser in kiosk mode opens it.
  await screen.goto(`${portal.url}/public#token=${secret}&wall=1`);
  await screen.reload();
  await expect(screen.getByRole('group', { name: 'Now' })).toBeVisible();
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
    [844, 390],
    [390, 844],
  ] as const) {
    await screen.setViewportSize({ width, height });
    await expect
      .poll(() =>
        screen.evaluate(() => {
          const parts = [...document.querySelectorAll('main h1, main section, footer')]
            .filter((part) => part.getBoundingClientRect().bottom > innerHeight)
            .map((part) => `${part.tagName} ${part.getBoundingClientRect().bottom}`);
          return [...parts, getComputedStyle(document.documentElement).overflowY];
        }),
      )
      .toEqual(['hidden']);
  }
  await screen.setViewportSize({ width: 1280, height: 720 });
  await screen.keyboard.press('Escape');
  await expect(screen.getByRole('button', { name: 'Wall display', exact: true })).toBeVisible();
  const { data } = await post(portal, 'public/plant', { token: secret });
  expect(JSON.stringify(data) + (await screen.content())).not.toMatch(/Berlin|Europe/);
  await expectAccessible(screen);
  expect(requestedUrls.join(' ')).not.toContain(secret);

  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('Without an account nobody can see the plant')).toBeVisible();
  await screen.reload();
  await expect(screen.getByRole('heading', { name: 'Not public' })).toBeVisible();
  await expectAccessible(screen);
});
