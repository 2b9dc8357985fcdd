// Pairs of changing calls about the same things at the same time: each is done or refused, and none fails, whatever the other one locks.
import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { afterAll, expect, test } from 'vitest';
import { hashPassword } from '../src/accounts/passwords/passwords.ts';
import { connect } from '../src/platform/database/connect.ts';
import { makeCompany, rootCompany } from './factories.ts';
import { MAKER, makeFirmware } from './firmware.ts';
import { entryOf, type Made, PASSWORD } from './matrix/entries.ts';
import { makeThing, makeViewer, type Thing } from './matrix/fixtures.ts';
import { drawnPng } from './multipart.ts';
import { isQuick, sampled } from './sampling.ts';
import { sheetOf } from './sheetOf.ts';
import { SECOND_FACTOR_KEY } from './signIns.ts';
import { slowDatabase } from './slowDatabase.ts';
import { testServer } from './testServer.ts';

/** Of the pairs, one in so many is tested; consecutive seeds cover all. */
const ONE_IN = isQuick ? 800 : 200;
/** Statements of two calls alternate when each takes a few milliseconds. */
const DELAY_MS = 2;
/** Pairs that share the plants of one company; some of them delete what later ones change. */
const PER_THING = 10;

const server = await testServer({
  BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}`,
  SECOND_FACTOR_KEY,
  PUSH_KEY: '5a'.repeat(32),
  FIRMWARE_KEYS: MAKER.hex,
  PUBLIC_URL: 'https://solar.example.com',
  // No mail server: mails are written but not sent.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
const { call, context, databaseUrl, signedIn, sql } = server;
const slow = await slowDatabase(databaseUrl, DELAY_MS);
const slowSql = connect(slow.url);
context.sql = slowSql;
afterAll(async () => {
  await slowSql.end({ timeout: 1 });
  slow.close();
});
await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m on conflict do nothing`;
await makeFirmware(sql);
const passwordHash = await hashPassword(PASSWORD);
const root = await rootCompany(sql);
const photo = await drawnPng();

/** Calls that anyone can make are not about the same things. */
const paths = (Object.keys(calls) as Path[]).filter((path) => {
  const { changes, access } = calls[path] as Call;
  return changes && access !== 'public';
});
const pairs = paths.flatMap((one, n) => paths.slice(n).map((other): [Path, Path] => [one, other]));
const inSample = sampled(pairs, ONE_IN);
const groups = Array.from({ length: Math.ceil(inSample.length / PER_THING) }, (_, n) => ({
  n,
  pairs: inSample.slice(n * PER_THING, (n + 1) * PER_THING),
}));

async function makeWorld(mark: string) {
  const companyId = await makeCompany(sql, { name: mark });
  const thing = await makeThing(server, { mark, companyId });
  const sheet = await sheetOf([[thing.stockSn, 'BDM-400']]);
  const made: Made = { photo, sheetOf: () => sheet };
  const people = [
    await makeViewer(server, { role: 'administrator', name: `${mark}.one`, companyId: root, passwordHash }),
    await makeViewer(server, { role: 'installer', name: `${mark}.two`, companyId, passwordHash }),
  ] as const;
  await sql`update sites set owner_id = ${people[1].userId} where sid = ${thing.sid}`;
  return { thing, made, people };
}

test.each(groups)('pairs of changes fail nothing, group $n', { timeout: 120_000 }, async ({ n, pairs: group }) => {
  const { thing, made, people } = await makeWorld(`pair${n}`);
  const failed: string[] = [];
  const change = async (path: Path, userId: number, about: Thing, position: number) => {
    const bodies = entryOf(path).bodies(about, made);
    const answer = await call(path, bodies[position % bodies.length]! as never, { token: await signedIn(userId) });
    if (answer.code === 500 || answer.status >= 500) failed.push(`${path}: ${JSON.stringify(answer)}`);
  };
  for (const [position, [one, other]] of group.entries()) {
    const before = failed.length;
    await sql`delete from tries`;
    await sql`delete from change_places`;
    await Promise.all([
      change(one, people[0].userId, thing, position),
      change(other, people[1].userId, thing, position),
      change(one, people[1].userId, thing, position + 1),
      change(other, people[0].userId, thing, position + 1),
    ]);
    if (failed.length > before) failed.push(`beside: ${one} and ${other}`);
  }
  expect(failed).toEqual([]);
});
