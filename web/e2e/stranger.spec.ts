// Who may not: another company's installer, one with whom a plant is shared, and an owner who wants to make plants.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { makePlant, plantInKonstanz, post, tokenOf } from './plants.ts';
import { addPerson, expect, signIn, test } from './world.ts';

test('an installer of another company is told that there is no such plant, and does not find it', async ({
  page,
  world,
}) => {
  const sid = await makePlant(world, 'installer@example.com', 'Not for strangers');
  await signIn(page, { email: 'stranger@example.com' });
  for (const address of [`/pvPlant/detail?sid=${sid}`, `/pvPlant/edit?sid=${sid}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Plant not found' })).toBeVisible();
    await expect(page.getByText('Not for strangers')).toHaveCount(0);
  }
  await page.goto('/pvPlant');
  await expect(page.getByText('No plants yet')).toBeVisible();
  await expect(page.getByText('Not for strangers')).toHaveCount(0);

  const token = await tokenOf(world, 'stranger@example.com');
  expect(await post(world, 'site/delete', { sid }, token)).toMatchObject({ status: 200, code: REFUSALS.noSuchSite });
  const [left] = await world.sql<{ name: string }[]>`select name from sites where sid = ${sid}`;
  expect(left?.name).toBe('Not for strangers');
});

test('an installer with whom a plant is shared looks at it and is offered nothing that changes it', async ({
  page,
  world,
}) => {
  const sid = await makePlant(world, 'installer@example.com', 'Only to look at', {
    shareWith: ['stranger@example.com', 'no.account@example.com'],
  });
  await signIn(page, { email: 'stranger@example.com' });
  await page.getByRole('button', { name: 'Actions for Only to look at' }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(1);
  // What it may do comes with the plant's detail; a page with a live stream is never idle.
  const detail = page.waitForResponse((answer) => answer.url().endsWith('/v2/site/detail'));
  await page.getByRole('menuitem').click();
  await expect(page.getByRole('heading', { name: 'Only to look at' })).toBeVisible();
  await (await detail).finished();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await expect(page.getByText('You may not create or change plants here.')).toBeVisible();

  const token = await tokenOf(world, 'stranger@example.com');
  for (const answer of [
    await post(world, 'site/updateFast', { sid, siteName: 'Mine' }, token),
    await post(world, 'site/delete', { sid }, token),
  ])
    expect(answer).toMatchObject({ status: 200, code: REFUSALS.siteReadOnly });
});

test('an owner has no button for a new plant, and the server refuses one all the same', async ({ page, world }) => {
  await addPerson(world.sql, 'lone.owner@example.com', 'owner');
  await makePlant(world, 'installer@example.com', 'Plant of the owner', { userEmail: 'lone.owner@example.com' });
  await signIn(page, { email: 'lone.owner@example.com' });
  // The only one opens by itself, and Back leads out of it, not round in a circle.
  await expect(page.getByRole('heading', { level: 1, name: 'Plant of the owner' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Edit|Delete/ })).toHaveCount(0);
  await makePlant(world, 'installer@example.com', 'Second of the owner', { userEmail: 'lone.owner@example.com' });
  await page.goto('/pvPlant');
  await expect(page.getByRole('link', { name: 'Plant of the owner', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Second of the owner', exact: true })).toBeVisible();
  for (const tool of ['Columns', 'Filters', 'Views', 'CSV']) {
    await expect(page.getByRole('button', { name: tool })).toHaveCount(0);
  }
  await expect(page.getByText('New plant')).toHaveCount(0);
  await page.goto('/pvPlant/edit');
  await expect(page.getByText('You may not create or change plants here.')).toBeVisible();

  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').token as string);
  const answer = await post(world, 'site/createFast', plantInKonstanz('Made by an owner'), token);
  expect(answer).toMatchObject({ status: 403, code: 403 });
  expect(await world.sql`select sid from sites where name = 'Made by an owner'`).toHaveLength(0);
});
