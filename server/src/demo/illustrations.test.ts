// Tests documents and pictures of the demonstration: found by search and by product, shown to those who may see them, made once, and absent elsewhere.
import { fleet } from '@heliograph/simulator/fleet.ts';
import { expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { createDocuments } from './createDocuments.ts';
import { createFleet, DEMO_PASSWORD } from './createFleet.ts';
import { createPictures } from './createPictures.ts';

const { app, ask, call, sql, context, clock, signedIn } = await testServer({ DEMO: 'on' });
const sites = fleet(1, clock.now().getTime()).slice(0, 8);
const { sids } = await createFleet(context, 1, () => sites);
const signIn = async (account: string) => {
  const { tokenInfo } = await ask('sign-in', { account, password: DEMO_PASSWORD });
  return { token: tokenInfo.token };
};
const [seeblick] = sites;
const owner = await signIn(seeblick!.owner.email);
const administrator = await signIn('admin@example.com');
const sid = sids.seeblick!;
const make = async (): Promise<void> => {
  await createDocuments(context);
  await createPictures(context, sites, sids);
};
const titles = async (filters: object, who = owner): Promise<string[]> =>
  (await ask('configuration/documentation/list', { filters }, who)).list.map(({ title }) => title);
const picturesOf = async (id: string) => (await ask('site/detail', { sid: id }, owner)).pictures;

test('has neither documents nor pictures before the demonstration makes them', async () => {
  expect(await titles({})).toEqual([]);
  expect(await picturesOf(sid)).toEqual([]);
});

test('finds documents by their words and by the product of an alert', async () => {
  await make();
  expect(await titles({ keywords: 'temperature over' })).toEqual(['Microinverters: alerts and what to do']);
  expect(await titles({ keywords: 'Netzbetreiber', language: 'de' })).toEqual([
    'Mikrowechselrichter: Meldungen und was zu tun ist',
  ]);
  expect(await titles({ product: 'Battery' })).toEqual(['Batteries and hybrid inverters: mode, reserve and backup']);
  const { model } = seeblick!.devices[0]!;
  expect((await titles({ product: model })).length).toBe(3);
});

test('opens a document as it was written', async () => {
  const [{ id }] = (await sql<{ id: number }[]>`select id from documents where file_name = 'meters.md'`) as unknown as [
    { id: number },
  ];
  const { document } = await ask('configuration/documentation/detail', { id }, owner);
  expect(document).toMatchObject({ title: 'Meters: place and direction', type: 'md', isWhole: true, hasText: true });
  const pieces = await sql<
    { bytes: Buffer }[]
  >`select bytes from document_pieces where document_id = ${id} order by piece`;
  expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString()).toMatch(/^# Meters: place and direction\n/);
});

test('shows drawn pictures of most plants with modules, and none of one without', async () => {
  const pictured = await sql<{ sid: string }[]>`select sid from sites where picture_path <> ''`;
  expect(pictured.length).toBeGreaterThan(3);
  expect(pictured.length).toBeLessThan(sites.length);
  expect(pictured.map((site) => site.sid)).not.toContain(sids.kita);
  const [picture] = await picturesOf(sid);
  const answer = await app.inject({ url: `/${picture!.path}` });
  expect(answer.headers['content-type']).toBe('image/webp');
  expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  expect(answer.rawPayload.length).toBeLessThan(40_000);
});

test('shows the plants with pictures to nobody else', async () => {
  const stranger = { token: await signedIn((await makeUser(sql, { role: 'owner' })).id) };
  expect((await call('site/detail', { sid }, stranger)).code).not.toBe(200);
});

test('adds nothing again that a visitor has deleted', async () => {
  const { list } = await ask('configuration/documentation/list', {}, administrator);
  await ask('configuration/documentation/del', { id: list[0]!.id, versions: 'all' }, administrator);
  const [picture] = await picturesOf(sid);
  await ask('site/removePicture', { sid, name: picture!.name }, administrator);
  await make();
  expect((await titles({}, administrator)).length).toBe(list.length - 1);
  expect(await picturesOf(sid)).toEqual([]);
});
