// The sweep removes what has expired and nothing else, however much there is.
import { expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { sweep } from './sweep.ts';

const { call, clock, context, sql, signedIn } = await testServer();
const { id } = await makeUser(sql);
const ago = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);
const key = (name: string, hours: number) => sql`
  insert into idempotency_keys (user_id, key, path, body_hash, created_at)
  values (${id}, ${name}, 'account/update', '', ${ago(hours)})`;
const frame = (sn: string, days: number) => sql`
  insert into raw_reports (sn, received_at, path, body) values (${sn}, ${ago(days * 24)}, '/i.php', '')`;

test('sessions go when they have expired, keys after a day, frames of strangers after thirty', async () => {
  const ended = await signedIn(id);
  clock.forward(43_200);
  const open = await signedIn(id);
  for (let n = 0; n < 7; n++) await key(`old ${n}`, 25);
  await key('young', 23);
  for (let n = 0; n < 7; n++) await frame('OLD00001', 31);
  await frame('YOUNG001', 29);
  expect(await sweep(context, 3)).toEqual({ sessions: 1, idempotencyKeys: 7, rawReports: 7 });
  expect((await call('account/info', {}, { token: ended })).status).toBe(401);
  expect((await call('account/info', {}, { token: open })).code).toBe(200);
  expect(await sql`select key from idempotency_keys`).toMatchObject([{ key: 'young' }]);
  expect(await sql`select sn from raw_reports`).toMatchObject([{ sn: 'YOUNG001' }]);
  expect(await sweep(context)).toEqual({ sessions: 0, idempotencyKeys: 0, rawReports: 0 });
});
