// A page that goes on asking while things die: every call must be answered, with its data or an error.
import { setTimeout as wait } from 'node:timers/promises';
import { sidOf } from './fleet.ts';
import { ADMIN } from './world.ts';

const EVERY_MS = 20;

export interface Calling {
  right: number;
  /** Answered with an error, or by nobody while the server was away. */
  wrong: number;
  longestMs: number;
  stop(): Promise<void>;
}

/** Signs in and asks for one plant after another, one call at a time. */
export async function startCalling(url: string, sites: number): Promise<Calling> {
  const signedIn = await ask(url, 'sign-in', { account: ADMIN.email, password: ADMIN.password });
  const token = (signedIn.data as { tokenInfo: { token: string } }).tokenInfo.token;
  let stopped = false;
  const calling: Calling = {
    right: 0,
    wrong: 0,
    longestMs: 0,
    async stop() {
      stopped = true;
      await working;
    },
  };
  const working = (async () => {
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

async function ask(url: string, path: string, body: object, token = ''): Promise<{ code: number; data: unknown }> {
  const answer = await fetch(`${url}/v2/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: token }) },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { code: number; data: unknown };
}
