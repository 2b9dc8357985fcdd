// An installer claims a device of another company's plant with proof, that plant answers, an administrator decides, and the device appears in the right plant with its history.
import { drawnPng } from '../../server/test/multipart.ts';
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { makePlant } from './plants.ts';
import { addPerson, expect, expectAccessible, signIn, test } from './portal.ts';

test('an installer claims a device with proof, its plant answers, and an administrator moves it with its history', async ({
  browser,
  portal,
}) => {
  const sn = '7A00BB01';
  const model = 400;
  await addPerson(portal.sql, 'rightful@example.com', 'installer');
  const wrong = await makePlant(portal, 'installer@example.com', 'Wrong roof', { sn: [{ sn, model }] });
  const right = await makePlant(portal, 'rightful@example.com', 'Right roof');
  const [frame] = capturedFrames('12345678');
  expect(await postFrame(portal.url, sentBy(sn, frame!))).toBe(200);
  const samplesIn = async (sid: string) =>
    (await portal.sql`select from hot_samples where sid = ${sid} and sn = ${sn}`).length;
  await expect.poll(() => samplesIn(wrong)).toBe(1);

  const installer = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await signIn(installer, { email: 'rightful@example.com' });
  await installer.goto(`/pvPlant/edit?sid=${right}`);
  await installer.getByRole('button', { name: 'Add devices' }).click();
  const adding = installer.getByRole('dialog', { name: 'Add devices' });
  await adding.getByLabel('Serial numbers').fill(sn);
  await adding.getByRole('button', { name: 'Add to list' }).click();
  await adding.getByLabel(`Product of ${sn}`).and(adding.locator('input')).click();
  await installer.getByRole('option', { name: 'BDM-400', exact: true }).click();
  await adding.getByRole('button', { name: 'Add 1 device' }).click();
  await adding.getByRole('button', { name: `Prove ownership of ${sn}` }).click();
  const claiming = installer.getByRole('dialog', { name: `Prove ownership of ${sn}` });
  await claiming.getByLabel('Reason for the claim').fill('Bought in May, it is on the barn');
  await claiming
    .locator('input[type=file]')
    .setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: Buffer.from(await drawnPng(320, 240)) });
  await expect(claiming.getByText('label.png')).toBeVisible();
  await expectAccessible(installer);
  await claiming.getByRole('button', { name: 'Send claim' }).click();
  await expect(claiming).toHaveCount(0);
  await installer.reload();
  await expect(installer.getByText('the operator has not decided yet')).toBeVisible();

  const holder = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await signIn(holder, { email: 'installer@example.com' });
  await holder.goto(`/pvPlant/edit?sid=${wrong}`);
  await expect(holder.getByText('Somebody else claims this device')).toBeVisible();
  await expect(holder.getByText('Bought in May')).toHaveCount(0);
  await holder.getByRole('button', { name: 'Answer', exact: true }).click();
  const answering = holder.getByRole('dialog', { name: `Answer the claim for ${sn}` });
  await expect(answering.getByRole('button', { name: 'Send answer' })).toBeDisabled();
  await answering.getByLabel('Explanation').fill('We took it over with the house');
  await answering
    .locator('input[type=file]')
    .setInputFiles({ name: 'invoice.png', mimeType: 'image/png', buffer: Buffer.from(await drawnPng(200, 100)) });
  await expect(answering.getByText('invoice.png')).toBeVisible();
  await expectAccessible(holder);
  await answering.getByRole('button', { name: 'Send answer' }).click();
  await expect(answering).toHaveCount(0);
  await expect(holder.getByText('You answered: “We took it over with the house”. Files: 1.')).toBeVisible();
  // Neither side reads what the other one sent.
  await installer.reload();
  await expect(installer.getByText('the operator has not decided yet')).toBeVisible();
  await expect(installer.getByText('We took it over with the house')).toHaveCount(0);

  const administrator = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await signIn(administrator, { email: 'admin@example.com' });
  await administrator.goto('/snList');
  await administrator.getByRole('button', { name: 'Review' }).click();
  const review = administrator.getByRole('dialog', { name: `Ownership of ${sn}` });
  await expect(review.getByText('Bought in May, it is on the barn')).toBeVisible();
  await expect(review.getByRole('link', { name: 'Wrong roof' })).toBeVisible();
  await expectAccessible(administrator);
  const saved = administrator.waitForEvent('download');
  await review.getByRole('button', { name: 'Picture 1', exact: true }).click();
  expect((await saved).suggestedFilename()).toBe('proof-1.webp');
  await expect(review.getByText("It is theirs, not the claimant's. We took it over with the house")).toBeVisible();
  await expect(review.getByRole('button', { name: 'Answer: picture 1' })).toBeVisible();
  await review.getByLabel('Answer').fill('The label is clear');
  await review.getByRole('button', { name: 'Accept and move' }).click();
  await expect(review).toHaveCount(0);

  await expect.poll(() => samplesIn(right), { timeout: 60_000 }).toBe(1);
  expect(await samplesIn(wrong)).toBe(0);
  await installer.reload();
  await expect(installer.getByText('The label is clear')).toBeVisible();
  await expect(installer.getByRole('cell', { name: `${sn} BDM-400` }).first()).toBeVisible();
});
