// An installer with whom a plant is shared.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

test('an installer with whom a plant is shared looks at it and is offered nothing that changes it', async ({
  page,
  portal,
}) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Only to look at', {
    shareWith: ['stranger@example.com', 'no.account@example.com'],
  });
  await signIn(page, { email: 'stranger@example.com' });
  await page.getByRole('button', { name: 'Actions for Only to look at' }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(1);
  // The actions depend on the plant's detail; waiting for an idle network never ends on a page with a live stream.
  const detail = page.waitForResponse((answer) => answer.url().endsWith('/v2/site/detail'));
  await page.getByRole('menuitem').click();
  await expect(page.getByRole('heading', { name: 'Only to look at' })).toBeVisible();
  await (await detail).finished();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await expect(page.getByText('You are not allowed to create or edit plants.')).toBeVisible();

  const token = await tokenOf(portal, 'stranger@example.com');
  for (const answer of [
    await post(portal, 'site/updateFast', { sid, siteName: 'Mine' }, token),
    await post(portal, 'site/delete', { sid }, token),
  ])
    expect(answer).toMatchObject({ status: 200, code: ERROR_CODES.siteReadOnly });
});
