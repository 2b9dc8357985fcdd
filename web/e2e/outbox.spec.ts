// Changes made without a connection: the browser stores them, also across a reload, and sends each once when the server answers.

import { drawnPng } from '../../server/test/multipart.ts';
import { isInStoredAnswers, isInStoredFiles } from './browserStores.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, expectAccessible, type Portal, signIn, test } from './portal.ts';

test.use({ serviceWorkers: 'allow' });

const FAN = '0A0B0E01';

async function plantWithAlert(portal: Portal, email: string, name: string, sn: string): Promise<string> {
  await addPerson(portal.sql, email, 'installer');
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(portal, email, name, { sn: [{ sn, model: product!.model }] });
  await portal.sql`
    insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '0800', date_trunc('second', now() - interval '80 minutes'))`;
  return sid;
}

test('a note and a photo that are entered without a connection survive a reload and are stored once', async ({
  page,
  context,
  portal,
}) => {
  const sid = await plantWithAlert(portal, 'cellar@example.com', 'Deep cellar', FAN);
  const alerts = `/pvPlant/detail?sid=${sid}&view=alerts`;
  await signIn(page, { email: 'cellar@example.com', to: `/pvPlant/edit?sid=${sid}` });
  const part = page.getByRole('region', { name: 'Pictures' });
  await expect(part.getByText('None yet')).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(alerts);
  const acknowledge = page.getByRole('button', { name: `Acknowledge: Temperature over, ${FAN}` });
  await expect(acknowledge).toBeVisible();
  // Files of the dialog, the list of waiting changes, the page of pictures, and texts.
  for (const text of ['alerts.saveNote', 'waiting.useMine', 'edit.pictures.waiting', 'Keep the stored'])
    await expect.poll(() => isInStoredFiles(page, text), text).toBe(true);
  for (const call of ['site/detail', 'device/alerts"'])
    await expect.poll(() => isInStoredAnswers(page, call), call).toBe(true);

  await context.setOffline(true);
  await acknowledge.click();
  const dialog = page.getByRole('dialog', { name: `Temperature over, ${FAN}` });
  await dialog.getByLabel('Note').fill('Fan ordered');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Waiting for a connection')).toBeVisible();
  await expect(page.getByRole('button', { name: '1 change is waiting' })).toBeVisible();

  await page.goto(`/pvPlant/edit?sid=${sid}`);
  const photo = { name: 'fan.png', mimeType: 'image/png', buffer: Buffer.from(await drawnPng(320, 240)) };
  await part.locator('input[type="file"]').setInputFiles(photo);
  await expect(part.getByText('1 picture is waiting for a connection')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: '2 changes are waiting' }).click();
  const list = page.getByRole('dialog', { name: 'Waiting changes' });
  const entries = list.getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Deep cellar');
  await expect(entries.first()).toContainText('Fan ordered');
  await expect(entries.last().getByRole('img', { name: 'Picture' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();

  await context.setOffline(false);
  await expect(part.getByRole('img', { name: 'Picture 1 of the plant' })).toBeVisible();
  await expect(page.getByRole('button', { name: /waiting/ })).toHaveCount(0);
  expect(await portal.sql`select note from events where sid = ${sid}`).toMatchObject([{ note: 'Fan ordered' }]);
  expect(await portal.sql`select from site_pictures where sid = ${sid}`).toHaveLength(1);
  const audit = await portal.sql`
    select from audit_log l join users u on u.id = l.user_id
    where u.email = 'cellar@example.com' and l.action in ('device/alerts/acknowledge', 'site/picture')`;
  expect(audit).toHaveLength(2);
});

test('a conflicting note is shown beside one’s own, and signing out warns of waiting changes', async ({
  page,
  context,
  portal,
}) => {
  const sn = '0A0B0E02';
  const sid = await plantWithAlert(portal, 'attic@example.com', 'High attic', sn);
  await signIn(page, { email: 'attic@example.com', to: `/pvPlant/detail?sid=${sid}&view=alerts` });
  const acknowledge = page.getByRole('button', { name: `Acknowledge: Temperature over, ${sn}` });
  await acknowledge.click();
  const dialog = page.getByRole('dialog', { name: `Temperature over, ${sn}` });
  await dialog.getByLabel('Note').fill('Fan is loud');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  const waiting = page.getByRole('button', { name: '1 change is waiting' });
  await expect(waiting).toBeVisible();

  const token = await tokenOf(portal, 'attic@example.com');
  const [event] = await portal.sql<{ startMs: number }[]>`
    select (extract(epoch from opened_at) * 1000)::float8 as start_ms from events where sid = ${sid}`;
  const alerts = [{ sn, code: '0800' as const, startMs: event!.startMs }];
  const note = 'Fan replaced';
  expect((await post(portal, 'device/alerts/acknowledge', { sid, alerts, note }, token)).code).toBe(200);

  await context.setOffline(false);
  await expect(page.getByText('Not saved: Note on alerts, High attic')).toBeVisible();
  await waiting.click();
  const list = page.getByRole('dialog', { name: 'Waiting changes' });
  await expect(list).toContainText('Fan replaced');
  await expect(list).toContainText('Fan is loud');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /attic/ }).first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out and lose changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await waiting.click();
  await list.getByRole('button', { name: 'Use mine' }).click();
  await expect(waiting).toHaveCount(0);
  expect(await portal.sql`select note from events where sid = ${sid}`).toMatchObject([{ note: 'Fan is loud' }]);
});

test('a full browser says so and leaves the form open, and signing out deletes waiting changes', async ({
  page,
  context,
  portal,
}) => {
  const sn = '0A0B0E03';
  const sid = await plantWithAlert(portal, 'full@example.com', 'Full house', sn);
  await signIn(page, { email: 'full@example.com', to: `/pvPlant/detail?sid=${sid}&view=alerts` });
  await page.getByRole('button', { name: `Acknowledge: Temperature over, ${sn}` }).click();
  const dialog = page.getByRole('dialog', { name: `Temperature over, ${sn}` });
  await dialog.getByLabel('Note').fill('One too many');
  const outboxes = () =>
    page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      return names.filter((name) => name.startsWith('outbox'));
    });
  await page.evaluate(
    async ([plant]) => {
      const { info } = JSON.parse(localStorage.getItem('session')!);
      const database = await new Promise<IDBDatabase>((done) => {
        const opening = indexedDB.open(`outbox ${info.uid}`, 1);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
        };
        opening.onsuccess = () => done(opening.result);
      });
      const transaction = database.transaction('entries', 'readwrite');
      // Of another company of the account, so that they are not sent.
      for (let n = 0; n < 200; n++)
        transaction.objectStore('entries').add({
          ...{ key: `full ${n}`, companyId: 0, path: 'device/alerts/acknowledge', body: { sid: plant, alerts: [] } },
          ...{ sid: 'other', place: 'Other house', at: n, firstSentAt: null, state: 'waiting', reason: '' },
        });
      await new Promise((done) => {
        transaction.oncomplete = done;
      });
      database.close();
    },
    [sid],
  );
  // The files of messages are fetched in advance, too.
  for (const text of ['containerWidth', 'waiting.useMine'])
    await expect.poll(() => isInStoredFiles(page, text), text).toBe(true);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('This browser cannot store more changes. Nothing was saved.')).toBeVisible();
  await expect(dialog.getByLabel('Note')).toHaveValue('One too many');
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: '200 changes are waiting' })).toBeVisible();

  await page.getByRole('button', { name: /full/ }).first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out and lose changes?' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.locator('input[name="password"]')).toBeVisible();
  await expect.poll(outboxes).toEqual([]);
});
