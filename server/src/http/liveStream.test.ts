// The live stream on a real port: nudges after a frame, only for sites that the session sees; it ends with the session and its rights.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endShares, makeCompany, makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { bdm400 } from '../../test/reportServer.ts';
import { createRolloutPlants } from '../../test/rolloutPlants.ts';
import { testServer } from '../../test/testServer.ts';
import { revokeSessions } from '../access/session.ts';
import { runRollouts } from '../firmware/rollouts/runRollouts.ts';
import { CHECK_MS } from './liveAccess.ts';

const server = await testServer();
const { sql, app } = server;
let url = '';
/** Another process on the same database. */
let otherUrl = '';
beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  otherUrl = await (await server.beside()).app.listen({ port: 0, host: '127.0.0.1' });
});
const open: AbortController[] = [];
afterAll(() => {
  for (const stream of open) stream.abort();
});

async function live(token: string | null, sids: string[], at = url) {
  const abort = new AbortController();
  open.push(abort);
  const query = new URLSearchParams(sids.map((sid) => ['sid', sid]));
  const headers: Record<string, string> = token === null ? {} : { authorization: token };
  const answer = await fetch(`${at}/live?${query}`, { headers, signal: abort.signal });
  return { answer, abort, until: reading(answer) };
}
/** Reads until the text is there, or the stream ends. */
function reading(answer: Response): (text: string) => Promise<string> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async (expected) => {
    while (!text.includes(expected)) {
      const { value, done } = await reader.read();
      if (done) return `${text}[end]`;
      text += value;
    }
    return text;
  };
}
/** As `live`, for roll-outs. */
async function following(token: string | null, rollouts: string[]) {
  const abort = new AbortController();
  open.push(abort);
  const query = new URLSearchParams(rollouts.map((rollout) => ['rollout', rollout]));
  const headers: Record<string, string> = token === null ? {} : { authorization: token };
  const answer = await fetch(`${url}/live?${query}`, { headers, signal: abort.signal });
  return { answer, until: reading(answer) };
}
const post = (body: Uint8Array) => fetch(`${url}/i.php`, { method: 'POST', body: Buffer.from(body) });

async function ownSite() {
  const user = await makeUser(sql, { role: 'owner' });
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { ownerId: user.id }) });
  return { user, sid, sn, token: await server.signedIn(user.id) };
}

test('a frame nudges the page that shows its site, and no other', async () => {
  const mine = await ownSite();
  const other = await ownSite();
  const stream = await live(mine.token, [mine.sid]);
  expect(stream.answer.headers.get('content-type')).toContain('text/event-stream');
  await stream.until(':');
  expect((await post(bdm400(other.sn, { powerW: 5 }))).status).toBe(200);
  expect((await post(bdm400(mine.sn, { powerW: 5 }))).status).toBe(200);
  const text = await stream.until('data:');
  expect(text).toContain(`data: {"sid":"${mine.sid}"}\n\n`);
  expect(text).not.toContain(other.sid);
});

test('a stream that opens gets the nudges since the page was loaded, and none that are older', async () => {
  const mine = await ownSite();
  const first = await live(mine.token, [mine.sid]);
  expect((await post(bdm400(mine.sn, { powerW: 5 }))).status).toBe(200);
  await first.until('data:');
  const later = async (age: string) => {
    const abort = new AbortController();
    open.push(abort);
    const answer = await fetch(`${url}/live?sid=${mine.sid}&age=${age}`, {
      headers: { authorization: mine.token },
      signal: abort.signal,
    });
    return reading(answer);
  };
  expect(await (await later('20000'))('data:')).toContain(`data: {"sid":"${mine.sid}"}\n\n`);
  for (const age of ['0', '1', '-5', 'x', '']) {
    const until = await later(age);
    // The next nudge reaches all streams, and is the first that these get.
    let isNudged = false;
    const nudged = until('data:').then(() => {
      isNudged = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(isNudged, age).toBe(false);
    await sql`select pg_notify('heliograph_nudge', ${mine.sid})`;
    await nudged;
  }
});

test('a stranger is refused: no session, another’s site, too many sites', async () => {
  const mine = await ownSite();
  const other = await ownSite();
  expect((await live(null, [mine.sid])).answer.status).toBe(401);
  expect((await live(mine.token, [other.sid])).answer.status).toBe(404);
  expect((await live(mine.token, [mine.sid, 'XX_1'])).answer.status).toBe(404);
  const many = Array.from({ length: 51 }, (_, n) => `DE_${n}`);
  expect((await live(mine.token, many)).answer.status).toBe(400);
});

/** Version of the session's rights, as auth/role/menu/view answers it. */
async function versionOf(token: string, userId: number): Promise<string> {
  const [{ roleId } = { roleId: 0 }] = await sql<{ roleId: number }[]>`
    select role_id from memberships where user_id = ${userId}`;
  return (await server.ask('auth/role/menu/view', { role_id: roleId }, { token })).version;
}

test('a roll-out that advances or is answered nudges the streams of that roll-out alone', async () => {
  const plants = await createRolloutPlants(server, 1);
  const other = await createRolloutPlants(server, 1);
  const [mine, theirs] = [await plants.begun(), await other.begun()];
  const [stream, others] = [await following(plants.first.token, [mine]), await following(other.first.token, [theirs])];
  await stream.until(':');
  await runRollouts(server.context);
  const text = await stream.until('data:');
  expect(text).toContain(`data: {"rollout":"${mine}"}\n\n`);
  expect(text).not.toContain(theirs);
  expect(await others.until('data:')).not.toContain(mine);
  // A stream that is opened later gets the nudges of a colleague's change.
  const later = await following(plants.first.token, [mine]);
  await later.until(':');
  expect((await plants.answer(mine, 'pause', 1, plants.second)).code).toBe(200);
  expect(await later.until('data:')).toContain(mine);
});

test('a roll-out of another company is refused, and a stream ends with the right to see its roll-out', async () => {
  const plants = await createRolloutPlants(server, 1);
  const other = await createRolloutPlants(server, 1);
  const mine = await plants.begun();
  const status = async (token: string | null, ids: string[]) => (await following(token, ids)).answer.status;
  expect(await status(null, [mine])).toBe(401);
  expect(await status(other.first.token, [mine])).toBe(404);
  expect(await status(other.first.token, [crypto.randomUUID()])).toBe(404);
  expect(await status(plants.first.token, ['rollout'])).toBe(400);
  expect((await live(plants.first.token, [`rollout:${mine}`])).answer.status).toBe(400);
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope) values ('updates', 'Updates', 'branch') returning id`;
  await sql`insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name = 'DeviceControl'`;
  await sql`update memberships set role_id = ${role!.id} where user_id = ${plants.one.id}`;
  const token = await server.signedIn(plants.one.id);
  const stream = await following(token, [mine]);
  expect(stream.answer.status).toBe(200);
  await stream.until(':');
  await sql`delete from role_menus where role_id = ${role!.id}`;
  await revokeSessions(sql, 'all');
  expect(await stream.until('never')).toContain('[end]');
  expect(await status(token, [mine])).toBe(403);
});

test('a stream without subjects sends the version of the rights at once and after each change, and ends with the session', async () => {
  const { user, token } = await ownSite();
  const other = await makeUser(sql, { role: 'dealer' });
  expect((await live(null, [])).answer.status).toBe(401);
  const streams = [await live(token, []), await live(token, [], otherUrl)];
  const dealer = await live(await server.signedIn(other.id), []);
  const before = await versionOf(token, user.id);
  for (const stream of streams) await stream.until(`data: {"rights":"${before}"}\n\n`);
  await dealer.until('rights');
  await sql`
    delete from role_menus where role_id = (select id from roles where code = 'owner')
      and menu_id = (select id from menus where name = 'SiteBenefits')`;
  await revokeSessions(sql, 'all');
  const after = await versionOf(token, user.id);
  expect(after).not.toBe(before);
  for (const stream of streams) await stream.until(`data: {"rights":"${after}"}\n\n`);
  await sql`update roles set name = 'Traders' where code = 'dealer'`;
  await revokeSessions(sql, 'all');
  // Its second event is of this change: the first did not concern its role.
  const others = await versionOf(await server.signedIn(other.id), other.id);
  expect((await dealer.until(others)).match(/rights/g)).toHaveLength(2);
  await sql`update sessions set view_role_id = role_id where user_id = ${user.id}`;
  await revokeSessions(sql, user.id);
  for (const stream of streams) await stream.until(`data: {"rights":"${after}.${after}"}\n\n`);
  await sql`delete from sessions where user_id = ${user.id}`;
  for (const stream of streams) expect(await stream.until('never')).toContain('[end]');
});

test('the first event of a stream includes changes made while it was being opened', async () => {
  const { user, token } = await ownSite();
  const before = await versionOf(token, user.id);
  await sql`update roles set name = 'Householder' where code = 'owner'`;
  // Without a notification, so that the cached session does not change.
  expect(await (await live(token, [])).until('rights')).not.toContain(before);
});

test('a session has a limited number of streams', async () => {
  const { sid, token } = await ownSite();
  const streams = [];
  for (let n = 0; n < 13; n++) streams.push(await live(token, [sid]));
  expect(streams.map(({ answer }) => answer.status)).toEqual([...new Array(12).fill(200), 429]);
});

test('a stream ends with its session', async () => {
  const { user, sid, token } = await ownSite();
  const stream = await live(token, [sid]);
  await stream.until(':');
  await sql`delete from sessions where user_id = ${user.id}`;
  await revokeSessions(sql, user.id);
  expect(await stream.until('never')).toContain('[end]');
});

/** Less than the heartbeat, which must not be what ends a stream. */
const SOON_MS = 12_000;

async function endsAfter(token: string, sid: string, change: () => Promise<unknown>): Promise<void> {
  const streams = [await live(token, [sid]), await live(token, [sid], otherUrl)];
  for (const stream of streams) await stream.until(':');
  await change();
  for (const stream of streams) expect(await stream.until('never')).toContain('[end]');
}

test('a role without the pages that show plants is refused', async () => {
  await sql`insert into roles (code, name, scope) values ('nothing', 'Nothing', 'all')`;
  const { user, sid } = await ownSite();
  await sql`update memberships set role_id = (select id from roles where code = 'nothing') where user_id = ${user.id}`;
  expect((await live(await server.signedIn(user.id), [sid])).answer.status).toBe(403);
});

test('streams are checked every second: an end within two seconds is promised, including the check', () => {
  // No test depends on how fast a machine is: the next ones show that the check ends streams.
  expect(CHECK_MS).toBeLessThanOrEqual(1_000);
});

/** Changes without a notification, which the timed check finds. */
test.each([
  ['the account is frozen', (user: number) => sql`update users set frozen_at = now() where id = ${user}`],
  ['the membership ends', (user: number) => sql`delete from memberships where user_id = ${user}`],
  ['the session is gone', (user: number) => sql`delete from sessions where user_id = ${user}`],
  ['the plant has another owner', (user: number) => sql`update sites set owner_id = null where owner_id = ${user}`],
] as const)(
  'a stream ends when %s',
  async (_name, change) => {
    const { user, sid, token } = await ownSite();
    await endsAfter(token, sid, () => change(user.id));
  },
  SOON_MS,
);

test(
  'a stream ends when the role loses the page',
  async () => {
    const [role] = await sql<{ id: number }[]>`
      insert into roles (code, name, scope) values ('looker', 'Looker', 'own') returning id`;
    await sql`insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name = 'PvPlant'`;
    const { user, sid } = await ownSite();
    await sql`update memberships set role_id = ${role!.id} where user_id = ${user.id}`;
    const token = await server.signedIn(user.id);
    await endsAfter(token, sid, () => sql`delete from role_menus where role_id = ${role!.id}`);
  },
  SOON_MS,
);

test(
  'a stream ends when a share ends, by a call or without one',
  async () => {
    const companyId = await makeCompany(sql);
    const installer = await makeUser(sql, { companyId });
    const guest = await makeUser(sql, { role: 'owner' });
    const { sid } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
    const [branch, token] = [await server.signedIn(installer.id), await server.signedIn(guest.id)];
    const share = (emails: string[]) => server.ask('site/updateFast', { sid, shareWith: emails }, { token: branch });
    await share([guest.email]);
    await endsAfter(token, sid, () => share([]));
    await share([guest.email]);
    await endsAfter(token, sid, () => endShares(sql, sid));
  },
  2 * SOON_MS,
);

test(
  'a stream ends on every server when the session is signed out and when it expires',
  async () => {
    const { user, sid, token } = await ownSite();
    await endsAfter(token, sid, () => server.ask('account/loginOut', {}, { token }));
    const second = await server.signedIn(user.id);
    // An open stream does not renew the session.
    await endsAfter(second, sid, async () => server.clock.forward(43_201));
  },
  2 * SOON_MS,
);
