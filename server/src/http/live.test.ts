// The live stream on a real port: nudges after a frame, only for sites that the session sees, ended with the session.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { bdm400 } from '../../test/reportServer.ts';
import { testServer } from '../../test/testServer.ts';
import { forgetSessions } from './session.ts';

const server = await testServer();
const { sql, app } = server;
let url = '';
beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
const open: AbortController[] = [];
afterAll(() => {
  for (const stream of open) stream.abort();
});

async function live(token: string | null, sids: string[]) {
  const abort = new AbortController();
  open.push(abort);
  const query = new URLSearchParams(sids.map((sid) => ['sid', sid]));
  const headers: Record<string, string> = token === null ? {} : { authorization: token };
  const answer = await fetch(`${url}/live?${query}`, { headers, signal: abort.signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    answer,
    abort,
    /** Reads until the text is there, or the stream ends. */
    async until(wanted: string): Promise<string> {
      while (!text.includes(wanted)) {
        const { value, done } = await reader.read();
        if (done) return `${text}[end]`;
        text += value;
      }
      return text;
    },
  };
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

test('a stranger is refused: no session, another’s site, too many sites', async () => {
  const mine = await ownSite();
  const other = await ownSite();
  expect((await live(null, [mine.sid])).answer.status).toBe(401);
  expect((await live(mine.token, [other.sid])).answer.status).toBe(404);
  expect((await live(mine.token, [mine.sid, 'XX_1'])).answer.status).toBe(404);
  expect((await live(mine.token, [])).answer.status).toBe(400);
  const many = Array.from({ length: 51 }, (_, n) => `DE_${n}`);
  expect((await live(mine.token, many)).answer.status).toBe(400);
});

test('one session has a bounded number of streams', async () => {
  const { sid, token } = await ownSite();
  const streams = [];
  for (let n = 0; n < 13; n++) streams.push(await live(token, [sid]));
  expect(streams.map(({ answer }) => answer.status)).toEqual([...new Array(12).fill(200), 429]);
});

test('the stream ends with its session', async () => {
  const { user, sid, token } = await ownSite();
  const stream = await live(token, [sid]);
  await stream.until(':');
  await sql`delete from sessions where user_id = ${user.id}`;
  await forgetSessions(sql, user.id);
  expect(await stream.until('never')).toContain('[end]');
});
