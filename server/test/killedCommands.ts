// Gateways of one plant whose commands are at each step when a process is killed, and the final state of each command.
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
/** Behaviour of a gateway before the kill (undefined: not connected), and the state of its command at that time. */
const STEPS = {
  'waits for its second person': { how: undefined, where: ['draft', 'write'] },
  'has received it': { how: () => undefined, where: ['issued', 'write'] },
  'has executed it without answering': { how: executesSilently, where: ['issued', 'write'] },
  'has accepted it': { how: () => [{ state: 'accepted' }], where: ['accepted', 'write'] },
  'receives the read': {
    how: (command, memory) => (command.do === 'read' ? undefined : obeys(command, memory)),
    where: ['accepted', 'read'],
  },
} satisfies Record<string, { how: Obeys | undefined; where: Where }>;
/** Executes a command without answering; the result is reported when the command arrives once more. */
function executesSilently(command: Heard, memory: Memory): undefined {
  const done = obeys(command, memory)!.at(-1)!;
  memory.answers.set(command.id, [{ v: 1, id: command.id, at: 0, reason: '', ...done } as CommandResult]);
}
/** Makes a gateway execute accepted commands when they arrive once more. */
function forgetAccepted({ answers }: Memory): void {
  for (const [id, results] of answers) if (results.at(-1)!.state === 'accepted') answers.delete(id);
}

type End = [state: string, reason: string];
const OBEYED: End = ['readBack', ''];
const refuses: Obeys = () => [{ state: 'refused', reason: 'notReachable' }];
const lies: Obeys = (...args) => obeys(...args)!.map((one) => ({ ...one, parameters: { reconnectTimeS: 60 } }));

/** `stalls`: behaviour before the kill; undefined: not connected. `after`: behaviour after reconnecting. */
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
  { stalls: 'has received it', after: refuses, ends: ['failed', 'notReachable'], times: 0 },
  { stalls: 'receives the read', after: lies, ends: ['failed', 'differs'], times: 1 },
  { stalls: 'has received it', after: () => undefined, ends: ['expired', 'noAnswer'], times: 0 },
  { stalls: 'receives the read', after: () => undefined, ends: ['expired', 'notReadBack'], times: 1 },
];

/** Whether the command changes a protected value and awaits approval. */
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

/** Calls to a server in a separate process. */
export function callsOf(own: KilledServer): Calls {
  const ask = async (path: string, body: object, token: string): Promise<Response<'gateway/bsg/server'>> => {
    const answer = await fetch(`${own.url}/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(body),
    });
    const envelope = (await answer.json()) as { code: number; data: Response<'gateway/bsg/server'> };
    expect(envelope).toMatchObject({ code: 200 });
    return envelope.data;
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
const stateOf = async (db: Db, { id }: Played): Promise<Where> => {
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
    await expect.poll(() => stateOf(server, one), PATIENCE).toEqual(one.stalls ? STEPS[one.stalls].where : away);
  return { sid, first: first.token, second: second.token, played };
}

/** Reconnects every gateway and expects the end of each command; drafts are approved, and unanswered commands are expired early. */
export async function endsWell(
  server: TestServer,
  { sid, second, played }: Awaited<ReturnType<typeof playAll>>,
  { port, approve }: { port: number; approve: Calls['approve'] },
): Promise<void> {
  for (const one of played.filter(isDraft)) {
    expect(await stateOf(server, one)).toEqual(['draft', 'write']);
    await approve({ sid, id: one.id }, second);
  }
  await Promise.all(
    played.map(({ sn, password, memory, after, end }) => {
      end();
      forgetAccepted(memory);
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
  // Each command has exactly one end in the log, too.
  const ends = await server.sql<{ id: string; n: number }[]>`
    select after ->> 'command' as id, count(*)::int as n from audit_log
    where action = 'gateway/bsg/server' and after ->> 'state' in ('readBack', 'failed', 'expired') group by 1`;
  expect(new Map(ends.map(({ id, n }) => [id, n]))).toEqual(new Map(played.map(({ id }) => [id, 1])));
}

/** Kills once more and expects that every gateway executes new commands and no earlier ones. */
export async function staysEnded(
  server: TestServer,
  { sid, first, played }: Awaited<ReturnType<typeof playAll>>,
  { port, tell, die }: { port: number; tell: Tell; die: () => Promise<unknown> },
): Promise<void> {
  const commandRows = () =>
    server.sql`select id, state, step, reason, ended_at, tries from commands where sid = ${sid} order by asked_at, id`;
  const before = await commandRows();
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
  expect((await commandRows()).filter(({ id }) => !next.includes(id as string))).toEqual(before);
  for (const [n, { id, times, memory }] of played.entries())
    expect(memory.obeyed).toEqual([...Array.from({ length: times }, () => id), next[n]]);
}
