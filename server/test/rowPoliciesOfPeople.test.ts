// Row policies of users, memberships and companies: a session reads those that its pages show, whatever a call's statement forgets.
import { expect, test } from 'vitest';
import { accessibleSites } from '../src/access/accessibleSites.ts';
import { hashToken, readSession } from '../src/access/session.ts';
import type { Session } from '../src/context.ts';
import { setRlsSite } from '../src/platform/database/rlsSettings.ts';
import { makeCompany, makeSite, makeUser, type RoleCode, rootCompany } from './factories.ts';
import { inCall } from './rolledBack.ts';
import { stalePeople } from './stalePeople.ts';
import { testServer } from './testServer.ts';

const { sql, ask, signedIn, clock } = await testServer();

const distributor = await makeCompany(sql, { kind: 'distributor' });
const [near, sibling] = [
  await makeCompany(sql, { parentId: distributor }),
  await makeCompany(sql, { parentId: distributor }),
];
const elsewhere = await makeCompany(sql, { kind: 'distributor' });

interface Person {
  id: number;
  email: string;
  token: string;
  session: Session;
}
const people = new Map<string, Person>();
for (const [name, role, companyId] of [
  ['administrator', 'administrator'],
  ['distributor', 'distributor', distributor],
  ['installer', 'installer', near],
  ['colleague', 'installer', near],
  ['installer of a sibling company', 'installer', sibling],
  ['installer of another branch', 'installer', elsewhere],
  ['owner', 'owner'],
  ['guest', 'owner'],
  ['owner of another plant', 'owner'],
] as [string, RoleCode, number?][]) {
  const user = await makeUser(sql, { role, name, ...(companyId === undefined ? {} : { companyId }) });
  people.set(name, { ...user, token: await signedIn(user.id), session: {} as Session });
}
const person = (name: string): Person => people.get(name)!;
for (const one of people.values()) one.session = (await readSession(sql, hashToken(one.token), clock.now()))!;
const plant = await makeSite(sql, {
  companyId: near,
  ownerId: person('owner').id,
  installerId: person('installer').id,
  sharedWith: [person('guest').id],
});
const otherPlant = await makeSite(sql, { companyId: elsewhere, ownerId: person('owner of another plant').id });

const sorted = <T>(list: readonly T[]): T[] => list.toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
/** Which people and companies the pages Users and Companies show; owners have neither. */
async function shownTo({ token, session }: Person): Promise<{ places: string[]; companies: number[] }> {
  if (session.scope === 'own') return { places: [], companies: [] };
  const page = { size: 100, num: 0 };
  const users = await ask('user/list', { page }, { token });
  const companies = await ask('user/company/list', { page }, { token });
  return {
    places: users.list.filter(({ uid }) => uid > 0).map(({ uid, companyId }) => `${uid} ${companyId}`),
    companies: companies.list.map(({ id }) => id),
  };
}

test.each([...people.keys()])(
  'the %s reads in users, memberships and companies what the pages show, and their own rows',
  async (name) => {
    const { id, session } = person(name);
    const { places, companies } = await shownTo(person(name));
    const own = await sql<{ place: string }[]>`
      select user_id || ' ' || company_id as place from memberships where user_id = ${id}`;
    const allowed = new Set([...places, ...own.map(({ place }) => place)]);
    await inCall(sql, session, async (tx) => {
      setRlsSite(tx, plant);
      const memberships = await tx<{ userId: number; companyId: number }[]>`select * from memberships`;
      expect(sorted(memberships.map(({ userId, companyId }) => `${userId} ${companyId}`))).toEqual(
        sorted([...allowed]),
      );
      const users = await tx<{ id: number }[]>`select id, email, name, phone from users`;
      expect(sorted(users.map((user) => user.id))).toEqual(
        sorted([...new Set([...allowed].map((place) => Number(place.split(' ')[0])))]),
      );
      const seen = await tx<{ id: number }[]>`select * from companies`;
      expect(sorted(seen.map((company) => company.id))).toEqual(
        sorted([...new Set([...companies, session.companyId])]),
      );
    });
  },
);

test('each session learns the owner, installer and guests of the plants that it sees, and of no others', async () => {
  const ofPlant = [person('owner').email, person('installer').email, person('guest').email];
  for (const [name, { session, token }] of people) {
    const seen = (
      await sql<{ sid: string }[]>`select sid from sites s where ${accessibleSites(sql, session)} order by 1`
    ).map(({ sid }) => sid);
    const rows = await inCall(
      sql,
      session,
      async (tx) =>
        await tx<{ sid: string; ownerEmail: string; installerEmail: string; guests: string[] }[]>`
          select * from plant_people(${[plant, otherPlant]}) order by sid`,
    );
    expect(
      rows.map(({ sid }) => sid),
      name,
    ).toEqual(seen);
    for (const { sid, ownerEmail, installerEmail, guests } of rows) {
      const page = await ask('site/detail', { sid }, { token });
      expect([ownerEmail, installerEmail, guests], name).toEqual([page.userEmail, page.installerEmail, page.shareWith]);
      if (sid === plant) expect([ownerEmail, installerEmail, ...guests]).toEqual(ofPlant);
    }
  }
});

test('a part of an address finds the owners and installers of plants that the session sees', async () => {
  const found = async (name: string) => {
    const rows = await inCall(
      sql,
      person(name).session,
      async (tx) => await tx<{ id: number }[]>`select id from plant_accounts_with('%@example.com')`,
    );
    return sorted(rows.map(({ id }) => id));
  };
  const ofPlant = sorted([person('owner').id, person('installer').id]);
  for (const name of ['distributor', 'colleague', 'owner', 'guest']) expect(await found(name), name).toEqual(ofPlant);
  expect(await found('installer of another branch')).toEqual([person('owner of another plant').id]);
  expect(await found('installer of a sibling company')).toEqual([]);
});

test('an owner finds a plant by the address of its installer, and nothing by that of a stranger', async () => {
  const { token } = person('owner');
  const search = async (filters: { keywords?: string; installer_email?: string; user_email?: string }) =>
    (await ask('site/listWithSN', { filters, page: { size: 20, num: 0 } }, { token })).list.map(({ sid }) => sid);
  const { email } = person('installer');
  expect(await search({ keywords: email })).toEqual([plant]);
  expect(await search({ installer_email: email })).toEqual([plant]);
  expect(await search({ user_email: person('owner of another plant').email })).toEqual([]);
});

test('the index of people and companies follows companies that are made, moved and closed, and people who leave', async () => {
  const { token } = person('administrator');
  const root = await rootCompany(sql);
  const make = async (companyName: string, kind: 'dealer' | 'installer', distributorCompanyId: number) =>
    (await ask('user/company/create', { companyName, kind, distributorCompanyId }, { token })).id;
  const dealer = await make('Dealer', 'dealer', distributor);
  const below = await make('Installer', 'installer', dealer);
  expect(await stalePeople(sql)).toEqual([]);
  const [one, two] = [await makeUser(sql, { companyId: below }), await makeUser(sql, { companyId: below })];
  await ask('user/company/update', { id: dealer, distributorCompanyId: elsewhere }, { token });
  expect(await stalePeople(sql)).toEqual([]);
  const seenBy = async ({ id }: { id: number }) =>
    (await sql<{ seenBy: number[] }[]>`select seen_by from users where id = ${id}`)[0]?.seenBy;
  expect(sorted((await seenBy(one))!)).toEqual(sorted([below, dealer, elsewhere, root].map((id) => -id)));
  await ask('user/del', { uid: two.id, companyId: below }, { token });
  expect(await seenBy(two)).toBeUndefined();
  await ask('user/company/del', { id: below }, { token });
  expect(await seenBy(one)).toEqual([-root]);
  expect(await stalePeople(sql)).toEqual([]);
});
