// Sign-in, sign-out and the first navigation.
import { expect, PASSWORD, signIn, signInByForm, test } from './portal.ts';

test('the first navigation shows its progress bar from the beginning until the page is loaded', async ({ page }) => {
  await signIn(page, { to: '/healthz' });
  let release: () => void = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/v2/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/pvPlant', { waitUntil: 'commit' });
  const bar = () =>
    page.evaluate(() => {
      const splash = document.querySelector('.splash');
      if (!splash) return null;
      const { content, height, transform } = getComputedStyle(splash, '::before');
      return content === '""' && height === '2px' ? new DOMMatrix(transform).a : 0;
    });
  await expect.poll(bar).toBeGreaterThanOrEqual(0.3);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Plants' })).toBeVisible();
  expect(await bar()).toBeNull();
});

test('signs in to the requested page, confirms it once, and signs out in the browser and on the server', async ({
  page,
  portal,
}) => {
  await page.goto('/pvPlant?q=lake&view=cards');
  await expect(page).toHaveURL(/\/\?redirect=/);
  await page.getByLabel('E-mail').fill('installer@example.com');
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/pvPlant?q=lake&view=cards');
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('lake');
  await page.goto('/');
  await page.waitForURL('**/pvPlant');
  await expect(page.getByRole('heading', { level: 1, name: 'Plants' })).toBeVisible();
  await expect(page.getByText('Login successful')).toHaveCount(0);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').token as string);
  await page.getByRole('button', { name: /installer@example\.com/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  // The page does not wait for the server's answer.
  await expect
    .poll(async () => {
      const headers = { authorization: token };
      return (await fetch(`${portal.url}/v2/account/info`, { method: 'POST', headers })).status;
    })
    .toBe(401);
  await page.goto('/pvPlant');
  await expect(page).toHaveURL(/\/\?redirect=/);
});

test('the language switch changes the texts of the page and of the server, and persists', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.locator('input[name="account"]').fill('installer@example.com');
  await page.locator('input[name="password"]').fill('not the password');
  await page.locator('button[type="submit"]').click();
  await expect(page.getByRole('alert')).toContainText('Passwort');
  await signInByForm(page, { email: 'installer@example.com' });
  await expect(page.getByRole('heading', { level: 1, name: 'Anlagen' })).toBeVisible();
  await page.goto('/pvPlant/detail?sid=DE_20200101_aaaaaaaa');
  await expect(page.getByText('Diese Anlage gibt es nicht')).toBeVisible();
  await page.getByRole('button', { name: /installer@example\.com/ }).click();
  await page.getByRole('combobox', { name: 'Sprache' }).click();
  await page.getByRole('option', { name: 'English', exact: true }).click();
  await expect(page.getByText('This plant does not exist')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
});

test('keeps the secret of the set-up link out of every address that the server receives', async ({ page }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  await page.goto('/setup#secret=not-the-secret-of-this-server');
  await page.getByLabel('E-mail').fill('first@example.com');
  for (const label of ['Password', 'Confirm password']) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('type', 'password');
    await field.fill('a long first password');
  }
  const [call] = await Promise.all([
    page.waitForRequest('**/v2/auth/setup'),
    page.getByRole('button', { name: 'Create administrator' }).click(),
  ]);
  await expect(page.getByText('This set-up link is invalid')).toBeVisible();
  expect(call.postDataJSON()).toMatchObject({ secret: 'not-the-secret-of-this-server' });
  expect(addresses.join(' ')).not.toContain('not-the-secret');
});
