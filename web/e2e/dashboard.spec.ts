// The audit log: a failed sign-in is found by its address and exported as a file.
import { readFile } from 'node:fs/promises';
import { expect, signIn, test } from './portal.ts';

test('the audit log shows a failed sign-in, filters by its address, and exports it as a file', async ({
  page,
  portal,
}) => {
  await portal.sql`update memberships set role_id = (select id from roles where code = 'manager')
    where user_id = (select id from users where email = 'stranger@example.com')`;
  try {
    const answer = await page.request.post('/v2/sign-in', {
      data: { account: 'stranger@example.com', password: 'not this one' },
    });
    expect((await answer.json()).code).toBe(401);
    await signIn(page, { email: 'stranger@example.com', to: '/system/audit?result=failed' });
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
    const line = main.getByRole('row', { name: /stranger@example\.com/ }).first();
    await expect(line).toContainText('Failed');
    await expect(line).toContainText('sign-in');
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'CSV' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^audit-log.*\.csv$/);
    const rows = (await readFile((await saved.path())!, 'utf8')).split('\r\n');
    expect(rows.some((row) => row.includes('stranger@example.com') && row.includes('sign-in'))).toBe(true);
  } finally {
    await portal.sql`update memberships set role_id = (select id from roles where code = 'installer')
      where user_id = (select id from users where email = 'stranger@example.com')`;
  }
});
