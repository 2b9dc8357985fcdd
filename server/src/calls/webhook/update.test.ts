// webhook/update: omitted fields stay; webhooks of others are missing.
import { expect, test } from 'vitest';
import { HOOK, startChannelServer } from '../../../test/channelServer.ts';
import { makeSite } from '../../../test/factories.ts';

const { ask, call, person, sql } = await startChannelServer();

test('changes the given fields and keeps the rest', async () => {
  const { token, webhook, sid } = await person();
  const { id } = webhook;
  const now = async () => (await ask('webhook/list', {}, { token })).list[0]!;
  await ask('webhook/update', { id, name: 'Ticket desk' }, { token });
  expect(await now()).toMatchObject({
    name: 'Ticket desk',
    url: HOOK,
    events: ['alert.began'],
    plants: null,
    off: null,
  });
  await ask('webhook/update', { id, events: ['plant.offline'], sids: [sid], isOn: false }, { token });
  expect(await now()).toMatchObject({
    name: 'Ticket desk',
    events: ['plant.offline'],
    plants: [{ sid }],
    off: 'person',
  });
  await ask('webhook/update', { id, isOn: true, sids: null, url: 'https://other.example.com' }, { token });
  expect(await now()).toMatchObject({ url: 'https://other.example.com/', plants: null, off: null });
});

test('refuses what create refuses and webhooks of others, and changes nothing then', async () => {
  const [one, other] = [await person(), await person()];
  const { id } = one.webhook;
  const before = await sql`select * from channels order by id`;
  const codeOf = async (body: object, { token }: { token: string } = one) =>
    (await call('webhook/update', { id, ...body }, { token })).code;
  expect(await codeOf({ url: 'http://hooks.example.com' })).toBe(1520);
  expect(await codeOf({ sids: [await makeSite(sql)] })).toBe(1005);
  expect(await codeOf({ events: [] })).toBe(400);
  expect(await codeOf({ name: 'Mine now' }, other)).toBe(1522);
  expect(await sql`select * from channels order by id`).toEqual(before);
});
