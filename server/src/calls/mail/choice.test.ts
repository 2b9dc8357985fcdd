// mail/choice: details of a link without a session; an invalid link reveals nothing.
import { expect, test } from 'vitest';
import { makeSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql } = await testServer();

test('returns plant, address and state of the link’s recipient', async () => {
  const sid = await makeSite(sql, { name: 'Roof' });
  await sql`insert into report_recipients (sid, email, secret, added_at) values (${sid}, 'a@b.example', 'one secret', now())`;
  const choice = await ask('mail/choice', { token: `${sid}~one secret` });
  expect(choice).toEqual({ about: 'plant', siteName: 'Roof', email: 'a@b.example', state: 'waiting' });
});

test('rejects a secret of another plant, a part of one, and a plant alone', async () => {
  const sid = await makeSite(sql);
  const other = await makeSite(sql);
  await sql`insert into report_recipients (sid, email, secret, added_at) values (${sid}, 'a@b.example', 'one secret', now())`;
  for (const token of [`${other}~one secret`, `${sid}~one`, `${sid}~`, sid, '~one secret', '%'])
    expect((await call('mail/choice', { token })).code, token).toBe(1451);
});

test('limits attempts to a hundred links', async () => {
  const codes = [];
  for (let n = 0; n < 101; n++)
    codes.push((await call('mail/choice', { token: `x~${n}` }, { address: '192.0.2.9' })).code);
  expect(codes.slice(0, 99).every((code) => code === 1451)).toBe(true);
  expect(codes.at(-1)).not.toBe(1451);
});
