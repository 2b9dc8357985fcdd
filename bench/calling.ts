// Calls the API continuously while processes are killed: every call must be answered, with its data or an error.

import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { indexPeople } from '../server/test/indexPeople.ts';
import { sidOf } from './fleet.ts';
import { ADMIN } from './world.ts';

const EVERY_MS = 20;

export interface Calling {
  right: number;
  /** Calls answered with an error, or not answered while the server was away. */
  wrong: number;
  longestMs: number;
  stop(): Promise<void>;
}

/** Returns a token of an account that has the administrator's password. */
export async function tokenOf(url: string, account: string): Promise<string> {
  const signedIn = await ask(url, 'sign-in', { account, password: ADMIN.password });
  return (signedIn.data as { tokenInfo: { token: string } }).tokenInfo.token;
}

/** Inserts a manager of the root company with the administrator's password, and returns a token: the branch contains everything, but no shortcut for administrators applies. */
export async function tokenOfManager(url: string, sql: Sql): Promise<string> {
  const email = 'manager@example.com';
  await sql`
    insert into users (email, password_hash, name) select ${email}, password_hash, 'Manager' from users where email = ${ADMIN.email}`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, (select min(id) from companies), r.id from users u, roles r where u.email = ${email} and r.code = 'manager'`;
  await indexPeople(sql);
  return await tokenOf(url, email);
}

/** Signs in and requests one plant after another, one call at a time. */
export async function startCalling(url: string, sites: number): Promise<Calling> {
  const token = await tokenOf(url, ADMIN.email);
  let stopped = false;
  const calling: Calling = {
    right: 0,
    wrong: 0,
    longestMs: 0,
    async stop() {
      stopped = true;
      await loop;
    },
  };
  const loop = (async () => {
    for (let n = 0; !stopped; n++) {
      const began = performance.now();
      const code = await ask(url, 'site/overview', { sid: sidOf(n % sites) }, token).then(
        (answer) => answer.code,
        () => 0,
      );
      if (code === 200) calling.right++;
      else calling.wrong++;
      calling.longestMs = Math.max(calling.longestMs, performance.now() - began);
      await wait(EVERY_MS);
    }
  })();
  return calling;
}

export async function ask(
  url: string,
  path: string,
  body: object,
  token = '',
): Promise<{ code: number; data: unknown }> {
  const answer = await fetch(`${url}/v2/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: token }) },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { code: number; data: unknown };
}
