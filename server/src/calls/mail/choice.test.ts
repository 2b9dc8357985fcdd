// mail/choice: what a link is for, without a session; a wrong one tells nothing.
import { expect, test } from 'vitest';
import { makeSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql } = await testServer();

test('tells the plant, the address and the state of the link’s recipient', async () => {
  const sid = await makeSite(sql, { name: 'Roof' });
  await sql`insert into report_recipients (sid, email, secret, added_at) values (${sid}, 'a@b.example', 'one secret', now())`;
  const told = await ask('mail/choice', { token: `${sid}~one secret` });
  expect(told).toEqual({ siteName: 'Roof', email: 'a@b.example', state: 'waiting' });
});

test('a secret of another plant, a part of one, and a plant alone are no links', async () => {
  const sid = await makeSite(sql);
  const other = await makeSite(sql);
  await sql`insert into report_recipients (sid, email, secret, added_at) values (${sid}, 'a@b.example', 'one secret', now())`;
  for (const token of [`${other}~one secret`, `${sid}~one`, `${sid}~`, sid, '~one secret', '%'])
    expect((await call('mail/choice', { token })).code, token).toBe(1451);
});

test('who tries a hundred links waits', async () => {
  const codes = [];
  for (let n = 0; n < 101; n++)
    codes.push((await call('mail/choice', { token: `x~${n}` }, { address: '192.0.2.9' })).code);
  expect(codes.slice(0, 99).every((code) => code === 1451)).toBe(true);
  expect(codes.at(-1)).not.toBe(1451);
});
