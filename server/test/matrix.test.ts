// The matrix of rights, generated from the contract: every call by every role about its own, its branch's, shared, foreign and missing things.
import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { revokeSessions } from '../src/access/session.ts';
import { hashPassword } from '../src/accounts/passwords/passwords.ts';
import { rollupCounts } from '../src/fleet/rollupCounts.ts';
import { makeCompany, rootCompany, shareSite } from './factories.ts';
import { makeFirmware } from './firmware.ts';
import { entryOf, type Made, PASSWORD } from './matrix/entries.ts';
import {
  FIRST_IDS,
  idsFrom,
  MISSING,
  makeBranch,
  makeThing,
  makeViewer,
  snapshotAll,
  snapshotCompany,
  type Thing,
  type Viewer,
} from './matrix/fixtures.ts';
import { drawnPng } from './multipart.ts';
import { isInSample, isQuick, sampled } from './sampling.ts';
import { sheetOf } from './sheetOf.ts';
import { SECOND_FACTOR_KEY } from './signIns.ts';
import { snapshotTables } from './snapshotTables.ts';
import { testServer } from './testServer.ts';

const server = await testServer({
  BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}`,
  SECOND_FACTOR_KEY,
  PUBLIC_URL: 'https://solar.example.com',
  // No mail server: mails are written but not sent.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
const { call, sql, context } = server;
const tables = await snapshotTables(sql);
const table = calls as Record<string, Call>;
const paths = Object.keys(table) as Path[];

/** Permissions of the company's own role; all other calls are refused for any request. */
const FEW = ['PvPlant', 'PvPlantDetail', 'Devices', 'Alerts', 'Users', 'Companies', 'SiteUpdate'] as const;

/** Every role has every permission, so that only the branch can refuse. */
await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m on conflict do nothing`;
const passwordHash = await hashPassword(PASSWORD);
const root = await rootCompany(sql);
await idsFrom(sql, FIRST_IDS);
// The same password for all.
await makeFirmware(sql);
await makeFirmware(sql, { versionName: '9.1' });
const [north, shop, roofers] = (await makeBranch(sql, ['Quornberg', 'Brillmart', 'Flemmroof'])) as [
  number,
  number,
  number,
];
const viewers = {
  administrator: await makeViewer(server, { role: 'administrator', companyId: root, passwordHash }),
  manager: await makeViewer(server, { role: 'manager', companyId: root, passwordHash }),
  distributor: await makeViewer(server, { role: 'distributor', companyId: north, passwordHash }),
  dealer: await makeViewer(server, { role: 'dealer', companyId: shop, passwordHash }),
  installer: await makeViewer(server, { role: 'installer', companyId: roofers, passwordHash }),
  owner: await makeViewer(server, { role: 'owner', companyId: root, passwordHash }),
  /** Manager of a company, not of the portal. */
  managerBelow: await makeViewer(server, { role: 'manager', name: 'manager.below', companyId: north, passwordHash }),
  /** User with a company's own role, which may view plants and devices and do little else. */
  ownRole: await makeViewer(server, { role: 'distributor', name: 'own.role', companyId: north, passwordHash }),
};
await giveOwnRole();
async function giveOwnRole(): Promise<void> {
  const { userId } = viewers.ownRole;
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id) values ('matrix', 'Looks on', 'branch', ${north}) returning id`;
  await sql`
    insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name = any (${[...FEW]})`;
  for (const table of ['memberships', 'sessions'])
    await sql`update ${sql(table)} set role_id = ${role!.id} where user_id = ${userId}`;
}
type Role = keyof typeof viewers;
/** Selects roles: all, one in three as a sample, or one in `npm test`, rotating from call to call. */
const inTurn = (roles: readonly Role[], path: Path): Role[] =>
  roles.filter((_, position) => isInSample(position + paths.indexOf(path), isQuick ? roles.length : 3));
const LOOKERS: Role[] = ['distributor', 'dealer', 'installer', 'owner', 'managerBelow'];
/** Roles whose lists are compared before and after; `npm test` compares one of them. */
const COMPARED = isQuick ? sampled(LOOKERS, LOOKERS.length) : LOOKERS;

const photo = await drawnPng();
const sheets = new Map<string, Made['sheetOf'] extends (sn: string) => infer S ? S : never>();
const made: Made = { photo, sheetOf: (sn) => sheets.get(sn)! };
async function planted(mark: string, companyId: number, sharedWith: number[] = []): Promise<Thing> {
  const thing = await makeThing(server, { mark, companyId, sharedWith });
  sheets.set(thing.stockSn, await sheetOf([[thing.stockSn, 'BDM-400']]));
  return thing;
}
sheets.set(MISSING.stockSn, await sheetOf([[MISSING.stockSn, 'BDM-400']]));

/** Things of another company, whose plant is shared with all viewers. */
const lent = await planted('lendd', await makeCompany(sql, { name: 'Lender' }));
for (const role of LOOKERS) await shareSite(sql, lent.sid, viewers[role].userId);
// From the bottom up: each viewer's lists are read while there are no companies above and no other branch.
const alone: Partial<Record<Role, Map<string, string>>> = {};
const roof = await planted('flemm', roofers);
await sql`update sites set owner_id = ${viewers.owner.userId} where sid in (${roof.sid}, ${roof.otherSid})`;
for (const sid of [roof.sid, roof.otherSid]) await shareSite(sql, sid, roof.userId);
await keepLists(['installer', 'owner'], roof);
const dealt = await planted('brill', shop);
await keepLists(['dealer'], dealt);
const above = await planted('quorn', north);
await keepLists(['distributor', 'managerBelow'], above);
const south = await planted('zorkk', await makeCompany(sql, { name: 'zorkk South', kind: 'distributor' }));

/** Things that each role sees, and those that it does not: another branch's, and those above. */
const SEES: Record<Role, { own: Thing; below: Thing[]; foreign: Thing[] }> = {
  administrator: { own: above, below: [dealt, south], foreign: [] },
  manager: { own: above, below: [dealt, south], foreign: [] },
  distributor: { own: above, below: [dealt, roof], foreign: [south] },
  dealer: { own: dealt, below: [roof], foreign: [south, above] },
  installer: { own: roof, below: [], foreign: [south, dealt] },
  owner: { own: roof, below: [], foreign: [south, above] },
  managerBelow: { own: above, below: [dealt, roof], foreign: [south] },
  ownRole: { own: above, below: [dealt, roof], foreign: [south] },
};
/** Calls about the account's own things, whatever the role. */
const PERSONAL: readonly Path[] = [
  ...(['account/endSession', 'account/passkeys/remove', 'account/tokens/revoke', 'account/offers/answer'] as const),
  ...(['account/joinRequests/make', 'account/joinRequests/withdraw'] as const),
  ...(['device/history/files/fetch', 'device/history/files/remove'] as const),
  ...(['account/push/remove', 'account/push/test', 'webhook/update', 'webhook/del', 'webhook/test'] as const),
  ...(['webhook/deliveries', 'webhook/sendAgain', 'webhook/replaceSecret'] as const),
];

/** Products are visible to all users; their companies are not. */
const CATALOGUE: readonly Path[] = [
  ...(['product/list', 'product/detail', 'product/update', 'product/del', 'product/picture'] as const),
  ...(['product/removePicture', 'product/sn'] as const),
];
/** Things that are visible from below, too, because companies above maintain them for their branch. */
const OF_ABOVE: readonly Path[] = [
  ...(['auth/role/list', 'auth/role/create', 'auth/role/menu/view', 'auth/role/viewAs', 'user/roles'] as const),
  ...(['configuration/documentation/list', 'configuration/documentation/detail'] as const),
  // The refusal states that a readable document belongs to another company.
  ...(['configuration/documentation/link', 'configuration/documentation/edit'] as const),
  ...([
    'configuration/documentation/del',
    'configuration/documentation/announce',
    'configuration/documentation/part',
  ] as const),
];

const marks = (things: readonly Partial<Thing>[]) =>
  new RegExp(things.flatMap(({ mark, ...ids }) => [mark!, ...Object.values(ids)].map(wordOf)).join('|'), 'i');
const wordOf = (value: string | number) =>
  typeof value === 'number' ? `\\b${value}\\b` : value.replaceAll('.', '\\.');
/** Replaces names and ids of a thing in an answer by their kind. */
function without(text: string, thing: Partial<Thing>): string {
  let left = text;
  for (const [name, value] of Object.entries(thing).sort((one, two) => String(two[1]).length - String(one[1]).length))
    left = left.replaceAll(new RegExp(wordOf(value!), 'gi'), `<${name}>`);
  return left;
}

function bodiesOf(path: Path, thing: Thing): object[] {
  return entryOf(path).bodies(thing, made);
}
async function ask(path: Path, body: object, token: string) {
  return await call(path, body as never, { token });
}

/** Reads a viewer's lists and sums, by request. */
async function listsOf(viewer: Viewer, thing: Thing): Promise<Map<string, string>> {
  await sql`update fleet_walks set passed_at = null where name in ('states', 'month')`;
  await rollupCounts(context);
  const answers = new Map<string, string>();
  for (const path of paths) {
    const { kind } = entryOf(path);
    if ((kind !== 'search' && kind !== 'self') || table[path]!.changes || table[path]!.access === 'public') continue;
    // Files contain their time of creation.
    if (table[path]!.answers === 'file') continue;
    for (const body of bodiesOf(path, thing))
      answers.set(`${path} ${JSON.stringify(body)}`, JSON.stringify(await ask(path, body, viewer.token)));
  }
  return answers;
}

async function keepLists(roles: readonly Role[], thing: Thing): Promise<void> {
  for (const role of roles.filter((one) => COMPARED.includes(one))) alone[role] = await listsOf(viewers[role], thing);
}

beforeEach(async () => {
  await sql`delete from tries`;
});

test('every call has valid requests in the matrix', () => {
  const unread = paths.flatMap((path) =>
    [south, MISSING].flatMap((thing) =>
      bodiesOf(path, thing)
        .map((body) => table[path]!.request.safeParse(body))
        .flatMap(({ success, error }) => (success || path === 'account/picture' ? [] : [`${path}: ${error.message}`])),
    ),
  );
  expect(unread).toEqual([]);
  // A call that names a plant or a device is tested with one.
  const naming = paths.filter((path) => {
    const { shape = {} } = table[path]!.request as unknown as { shape?: object };
    return ('sid' in shape || 'sn' in shape || 'companyId' in shape) && entryOf(path).kind === 'self';
  });
  expect(naming).toEqual([]);
});

test.each(COMPARED)('lists and sums of the %s are unchanged by another branch and by companies above', async (role) => {
  const now = await listsOf(viewers[role], SEES[role].own);
  for (const [request, answer] of alone[role]!) {
    const path = request.slice(0, request.indexOf(' ')) as Path;
    if (!CATALOGUE.includes(path) && !OF_ABOVE.includes(path)) expect(now.get(request), request).toBe(answer);
  }
});

/** Reasons why a foreign thing is answered differently from a missing one. */
const DIFFERS: Partial<Record<Path, string>> = {
  'product/create': 'model codes and names are one for all',
  ...Object.fromEntries(
    CATALOGUE.map((path) => [path, 'one catalogue for all: read by everybody, changed by its company']),
  ),
  'product/sn/create': 'a number that others have entered is refused',
  'product/sn/import': 'as above',
  'product/sn/info': 'a number in stock is known to whoever holds the device',
};
const foreignTo = (role: Role, path: Path): Thing[] => {
  if (PERSONAL.includes(path)) return [south];
  return OF_ABOVE.includes(path) || CATALOGUE.includes(path)
    ? SEES[role].foreign.filter((thing) => thing === south)
    : SEES[role].foreign;
};

/** Marks that may not appear in an answer; of products only those of their companies. */
function marksOf(things: readonly Thing[], path: Path): RegExp {
  if (!CATALOGUE.includes(path)) return marks(things);
  return marks(
    things.map(({ company, companyId, userId, email, sid }) => ({ mark: company, companyId, userId, email, sid })),
  );
}

/** Undoes the effects of a request on the viewer's own data, which is not checked. */
async function undo(path: Path): Promise<void> {
  await sql`delete from tries`;
  if (path.startsWith('product/sn/')) await sql`delete from serial_numbers where sn = ${MISSING.stockSn}`;
  if (path === 'account/joinRequests/make') await sql`delete from join_requests where message = ''`;
  if (path !== 'auth/role/viewAs') return;
  const viewing = await sql`update sessions set view_role_id = null where view_role_id is not null returning id`;
  if (viewing.length > 0) await revokeSessions(sql, 'all');
}

/** Normalizes an answer: without varying parts and without names from the request. */
const plain = (answer: unknown, body: object, thing: Thing): string => {
  const request = JSON.stringify(body) + ('file' in body ? thing.stockSn : '');
  const named = Object.entries(thing).filter(([, value]) => request.includes(String(value)));
  return without(JSON.stringify(answer), Object.fromEntries(named)).replaceAll(/DE_20260615_\w{8}/g, '<new>');
};

/** Order of calls: reading, changing, and finally those that create things shown in lists. */
const inOrder = paths.filter((path) => entryOf(path).kind !== 'self').toSorted((one, two) => rankOf(one) - rankOf(two));
function rankOf(path: Path): number {
  return entryOf(path).kind === 'makes' ? 2 : Number(table[path]!.changes);
}

test.each(inOrder)('%s answers foreign things like missing ones and does not change them', async (path) => {
  const { kind } = entryOf(path);
  const { changes, access } = table[path]!;
  const isChange = changes || path.startsWith('sign-in');
  const look = () =>
    kind === 'makes'
      ? Promise.all([south, lent].map((thing) => snapshotCompany(sql, tables, thing)))
      : snapshotAll(tables);
  const before = isChange ? await look() : undefined;
  const missing = bodiesOf(path, MISSING);
  const wrong: string[] = [];
  for (const role of access === 'public' ? (['owner'] as const) : inTurn(Object.keys(viewers) as Role[], path)) {
    const { token } = viewers[role];
    for (const foreign of foreignTo(role, path)) {
      for (const [n, body] of bodiesOf(path, foreign).entries()) {
        const answerText = plain(await ask(path, body, token), body, foreign);
        await undo(path);
        const request = `${role} ${JSON.stringify(body).slice(0, 300)}`;
        if (answerText.includes('"code":500')) wrong.push(`${request} fails`);
        const leak = marksOf(foreignTo(role, path), path).exec(answerText);
        if (leak) wrong.push(`${request} tells ${answerText.slice(Math.max(0, leak.index - 100), leak.index + 100)}`);
        if (path in DIFFERS || JSON.stringify(body) === JSON.stringify(missing[n])) continue;
        const other = plain(await ask(path, missing[n]!, token), missing[n]!, MISSING);
        await undo(path);
        if (other !== answerText) wrong.push(`${request}: ${answerText.slice(0, 300)} and not ${other.slice(0, 300)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  if (before) expect(await look()).toEqual(before);
});

/** Calls refused with another code, or allowed. */
const OTHERWISE: Partial<Record<Path, { status?: number; code: number }>> = {
  // For administrators only, whatever the number.
  'device/list/noReg/forget': { status: 403, code: ERROR_CODES.forbidden },
  // A guest may export what the plant shows; that changes nothing.
  'device/history/files/ask': { code: 200 },
  'site/history/files/ask': { code: 200 },
};

test.each(paths.filter((path) => entryOf(path).kind === 'plant'))(
  '%s lets guests of a plant read it and change nothing',
  async (path) => {
    const { changes } = table[path]!;
    const before = changes ? await snapshotCompany(sql, tables, lent) : undefined;
    const expectedAnswer = { status: 200, code: changes ? ERROR_CODES.siteReadOnly : 200, ...OTHERWISE[path] };
    const wrong: string[] = [];
    for (const role of inTurn(LOOKERS, path)) {
      for (const body of bodiesOf(path, lent)) {
        const answer = await ask(path, body, viewers[role].token);
        const answerText = JSON.stringify(answer);
        if (
          answer.status !== expectedAnswer.status ||
          answer.code !== expectedAnswer.code ||
          marks(SEES[role].foreign).test(answerText)
        )
          wrong.push(`${role} ${JSON.stringify(body).slice(0, 200)}: ${answerText.slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
    if (before) expect(await snapshotCompany(sql, tables, lent)).toEqual(before);
  },
);

test.each(paths.filter((path) => entryOf(path).kind === 'plant' && !table[path]!.changes))(
  "%s answers of one's own and of the branch below, and of nobody else",
  async (path) => {
    const wrong: string[] = [];
    for (const role of inTurn(LOOKERS, path)) {
      const { own, below, foreign } = SEES[role];
      for (const thing of [own, ...below.slice(0, 1)]) {
        const [body] = bodiesOf(path, thing);
        const answer = await ask(path, body!, viewers[role].token);
        const answerText = JSON.stringify(answer);
        if (answer.code !== 200 || marks(foreign).test(answerText))
          wrong.push(`${role} ${JSON.stringify(body)}: ${answerText.slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

test('a role with few permissions reads only what they allow, within its branch, and is refused every other call', async () => {
  const { token } = viewers.ownRole;
  const { own, below } = SEES.ownRole;
  const statuses = async (path: Path, thing: Thing) =>
    (await Promise.all(bodiesOf(path, thing).map((body) => ask(path, body, token)))).map(({ status, code }) => [
      status,
      code,
    ]);
  const refused = [403, ERROR_CODES.forbidden];
  for (const thing of [own, ...below]) expect(await statuses('site/overview', thing)).toContainEqual([200, 200]);
  for (const thing of [south, MISSING])
    for (const path of ['site/overview', 'site/updateFast'] as const)
      expect(await statuses(path, thing), path).toContainEqual([200, ERROR_CODES.siteNotFound]);
  const beyond = paths.filter((path) => {
    const { access } = table[path]!;
    return typeof access !== 'string' && !access.anyOf.some((one) => (FEW as readonly string[]).includes(one));
  });
  expect(beyond.length).toBeGreaterThan(60);
  for (const path of sampled(beyond, 3))
    for (const thing of [own, south, MISSING])
      for (const answer of await statuses(path, thing)) expect([path, answer]).toEqual([path, refused]);
});
