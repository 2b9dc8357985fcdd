// Gateways of one plant whose commands stand at each step while something dies, and what has become of each command afterwards.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import type { CommandResult } from '@heliograph/contract/report.ts';
import { expect } from 'vitest';
import { makeDevice } from './factories.ts';
import {
  createGatewayPlant,
  type Heard,
  type Memory,
  newMemory,
  type Obeys,
  obeys,
  playGateway,
} from './gatewayPlant.ts';
import { again, type KilledServer, PATIENCE } from './killedServer.ts';
import { passwordOf } from './mqttDevices.ts';
import type { TestServer } from './testServer.ts';

type Where = [state: string, step: string];
/** What a gateway does with a command until something dies, undefined: it is not there; and where the command stands then. */
const STEPS = {
  'waits for its second person': { how: undefined, where: ['draft', 'write'] },
  'has heard it': { how: () => undefined, where: ['issued', 'write'] },
  'has obeyed and not said so': { how: keptToItself, where: ['issued', 'write'] },
  'has accepted it': { how: () => [{ state: 'accepted' }], where: ['accepted', 'write'] },
  'is asked what it holds': {
    how: (command, memory) => (command.do === 'read' ? undefined : obeys(command, memory)),
    where: ['accepted', 'read'],
  },
} satisfies Record<string, { how: Obeys | undefined; where: Where }>;
/** Reports what it has already done when the command arrives again. */
function keptToItself(command: Heard, memory: Memory): undefined {
  const done = obeys(command, memory)!.at(-1)!;
  memory.answers.set(command.id, [{ v: 1, id: command.id, at: 0, reason: '', ...done } as CommandResult]);
}
/** Executes what it has only accepted when the command arrives again. */
function goesOn({ answers }: Memory): void {
  for (const [id, said] of answers) if (said.at(-1)!.state === 'accepted') answers.delete(id);
}

type End = [state: string, reason: string];
const OBEYED: End = ['readBack', ''];
const refuses: Obeys = () => [{ state: 'refused', reason: 'notReachable' }];
const lies: Obeys = (...given) => obeys(...given)!.map((one) => ({ ...one, parameters: { reconnectTimeS: 60 } }));

/** `stalls`: until something dies; undefined: it is not there. `after`: when it has come again. */
interface Case {
  stalls: keyof typeof STEPS | undefined;
  after: Obeys;
  ends: End;
  times: number;
}
const CASES: readonly Case[] = [
  { stalls: undefined, after: obeys, ends: OBEYED, times: 1 },
  { stalls: undefined, after: refuses, ends: ['failed', 'notReachable'], times: 0 },
  ...(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((stalls) => ({ stalls, after: obeys, ends: OBEYED, times: 1 })),
  { stalls: 'has heard it', after: refuses, ends: ['failed', 'notReachable'], times: 0 },
  { stalls: 'is asked what it holds', after: lies, ends: ['failed', 'differs'], times: 1 },
  { stalls: 'has heard it', after: () => undefined, ends: ['expired', 'noAnswer'], times: 0 },
  { stalls: 'is asked what it holds', after: () => undefined, ends: ['expired', 'notReadBack'], times: 1 },
];

/** Of a protected value. */
const isDraft = ({ stalls }: Case): boolean => stalls === 'waits for its second person';

interface Played extends Case {
  sn: string;
  password: string;
  memory: Memory;
  id: string;
  end(): void;
}

type Tell = (body: Request<'gateway/bsg/server'>, token: string) => Promise<string>;
export interface Calls {
  tell: Tell;
  approve: (body: { sid: string; id: string }, token: string) => Promise<unknown>;
}

/** Calls of a server that is a process of its own. */
export function callsOf(own: KilledServer): Calls {
  const ask = async (path: string, body: object, token: string): Promise<Response<'gateway/bsg/server'>> => {
    const answer = await fetch(`${own.url}/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(body),
    });
    const said = (await answer.json()) as { code: number; data: Response<'gateway/bsg/server'> };
    expect(said).toMatchObject({ code: 200 });
    return said.data;
  };
  return {
    tell: async (body, token) => (await ask('gateway/bsg/server', body, token)).command.id,
    approve: (body, token) => ask('gateway/commands/answer', { ...body, answer: 'approve' }, token),
  };
}

type Db = Pick<TestServer, 'sql'>;
export const rowOf = async ({ sql }: Db, id: string) => {
  const [row] = await sql<{ state: string; step: string; reason: string; ended: boolean }[]>`
    select state, step, reason, ended_at is not null as ended from commands where id = ${id}`;
  return row!;
};
const stands = async (db: Db, { id }: Played): Promise<Where> => {
  const { state, step } = await rowOf(db, id);
  return [state, step];
};

/** Sends a command to a gateway of each case and waits for the case's state; `away`: the state for a gateway that is not connected. */
export async function playAll(
  server: TestServer,
  { tell, port, away }: { tell: Tell; port: number; away: Where },
): Promise<{ sid: string; first: string; second: string; played: Played[] }> {
  const { sid, first, second } = await createGatewayPlant(server);
  const connected = await Promise.all(
    CASES.map(async (one) => {
      const { sn } = await makeDevice(server.sql, { sid, product: 'HG-1' });
      const [password, memory] = [await passwordOf(server.sql, sn), newMemory()];
      const how = one.stalls && STEPS[one.stalls].how;
      const gateway = how && (await playGateway(server, port, { sn, password, memory, how }));
      return { ...one, sn, password, memory, end: () => gateway?.end() };
    }),
  );
  const played: Played[] = [];
  for (const one of connected) {
    const write = [isDraft(one) ? { name: 'overVoltageV', value: 260 } : { name: 'reconnectTimeS', value: 90 }];
    const id = await tell({ sid, sn: one.sn, write, waitS: 0, validS: 600 }, first.token);
    played.push({ ...one, id });
  }
  for (const one of played)
    await expect.poll(() => stands(server, one), PATIENCE).toEqual(one.stalls ? STEPS[one.stalls].where : away);
  return { sid, first: first.token, second: second.token, played };
}

/** Each comes again and goes on, a draft once it is approved; whose answer never comes is over sooner than it would be. */
export async function endsWell(
  server: TestServer,
  { sid, second, played }: Awaited<ReturnType<typeof playAll>>,
  { port, approve }: { port: number; approve: Calls['approve'] },
): Promise<void> {
  for (const one of played.filter(isDraft)) {
    expect(await stands(server, one)).toEqual(['draft', 'write']);
    await approve({ sid, id: one.id }, second);
  }
  await Promise.all(
    played.map(({ sn, password, memory, after, end }) => {
      end();
      goesOn(memory);
      return again(() => playGateway(server, port, { sn, password, memory, how: after }));
    }),
  );
  const silent = played.filter(({ ends: [state] }) => state === 'expired').map(({ id }) => id);
  for (const one of played.filter(({ id }) => !silent.includes(id)))
    await expect.poll(async () => (await rowOf(server, one.id)).ended, PATIENCE).toBe(true);
  await server.sql`
    update commands set expires_at = now() - interval '1 minute' where id in (select unnest(${silent}::uuid[]))`;
  for (const one of played) {
    await expect.poll(async () => (await rowOf(server, one.id)).ended, PATIENCE).toBe(true);
    const { state, reason } = await rowOf(server, one.id);
    expect([one.stalls, state, reason]).toEqual([one.stalls, ...one.ends]);
    expect(one.memory.obeyed).toEqual(Array.from({ length: one.times }, () => one.id));
  }
  // One end each, in the log, too.
  const ends = await server.sql<{ id: string; n: number }[]>`
    select after ->> 'command' as id, count(*)::int as n from audit_log
    where action = 'gateway/bsg/server' and after ->> 'state' in ('readBack', 'failed', 'expired') group by 1`;
  expect(new Map(ends.map(({ id, n }) => [id, n]))).toEqual(new Map(played.map(({ id }) => [id, 1])));
}

/** After one more death: every gateway hears and does what is asked now, and nothing of what was. */
export async function staysEnded(
  server: TestServer,
  { sid, first, played }: Awaited<ReturnType<typeof playAll>>,
  { port, tell, die }: { port: number; tell: Tell; die: () => Promise<unknown> },
): Promise<void> {
  const seen = () =>
    server.sql`select id, state, step, reason, ended_at, tries from commands where sid = ${sid} order by asked_at, id`;
  const before = await seen();
  await die();
  await Promise.all(
    played.map(({ sn, password, memory }) =>
      again(() => playGateway(server, port, { sn, password, memory, how: obeys })),
    ),
  );
  const next: string[] = [];
  for (const { sn } of played) {
    const body = { sid, sn, write: [{ name: 'reconnectTimeS', value: 95 }], waitS: 0, validS: 600 };
    next.push(await tell(body, first));
  }
  for (const id of next) await expect.poll(async () => (await rowOf(server, id)).state, PATIENCE).toBe('readBack');
  expect((await seen()).filter(({ id }) => !next.includes(id as string))).toEqual(before);
  for (const [n, { id, times, memory }] of played.entries())
    expect(memory.obeyed).toEqual([...Array.from({ length: times }, () => id), next[n]]);
}
