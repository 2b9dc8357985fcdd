// mail/choose: unsubscribes and resubscribes any number of times, each with its audit line; nothing for an invalid link.
import { expect, test } from 'vitest';
import { makeSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql } = await testServer();

test('confirms, unsubscribes and resubscribes', async () => {
  const sid = await makeSite(sql);
  await sql`insert into report_recipients (sid, email, secret, added_at) values (${sid}, 'a@b.example', 'one secret', now())`;
  const token = `${sid}~one secret`;
  for (const [wants, state] of [
    [true, 'active'],
    [false, 'stopped'],
    [false, 'stopped'],
    [true, 'active'],
  ] as const) {
    expect(await ask('mail/choose', { token, wants })).toEqual({ state });
    expect((await ask('mail/choice', { token })).state).toBe(state);
  }
  const lines =
    await sql`select object, after ->> 'state' as state from audit_log where action = 'mail/choose' order by id`;
  expect(lines.map(({ object, state }) => [object, state])).toEqual([
    [sid, 'active'],
    [sid, 'stopped'],
    [sid, 'stopped'],
    [sid, 'active'],
  ]);
});

test('refuses an invalid link', async () => {
  expect((await call('mail/choose', { token: 'DE_20260101_t000000~x', wants: true })).code).toBe(1451);
});
