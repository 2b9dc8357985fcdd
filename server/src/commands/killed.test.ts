// Commands over kill -9 of the server, as a process of its own, and of the broker in front of it, while one stands at each step: each ends in one truth, and is obeyed at most once.
import { once } from 'node:events';
import type { Request, Response } from '@heliograph/contract/calls.ts';
import type { CommandResult } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { freePort } from '../../test/freePort.ts';
import {
  gatewayWorld,
  type Heard,
  type Memory,
  newMemory,
  type Obeys,
  obeys,
  playGateway,
} from '../../test/gatewayWorld.ts';
import { again, killedServers, PATIENCE, serverOfNow } from '../../test/killedServer.ts';
import { describeWithMosquitto, prepareMosquitto } from '../../test/mosquitto.ts';
import { passwordOf } from '../../test/mqttDevices.ts';
import type { TestServer } from '../../test/testServer.ts';

const serverOn = killedServers();

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
/** What it has done it says when it is told once more. */
function keptToItself(command: Heard, memory: Memory): undefined {
  const done = obeys(command, memory)!.at(-1)!;
  memory.answers.set(command.id, [{ v: 1, id: command.id, at: 0, reason: '', ...done } as CommandResult]);
}
/** What it has only accepted it does when it is told once more. */
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
interface Calls {
  tell: Tell;
  approve: (body: { sid: string; id: string }, token: string) => Promise<unknown>;
}

async function processOn(server: TestServer, env: Record<string, string>) {
  const own = await serverOn(server, env);
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
  const calls: Calls = {
    tell: async (body, token) => (await ask('gateway/bsg/server', body, token)).command.id,
    approve: (body, token) => ask('gateway/commands/answer', { ...body, answer: 'approve' }, token),
  };
  return { ...own, ...calls };
}

type Db = Pick<TestServer, 'sql'>;
const rowOf = async ({ sql }: Db, id: string) => {
  const [row] = await sql<{ state: string; step: string; reason: string; ended: boolean }[]>`
    select state, step, reason, ended_at is not null as ended from commands where id = ${id}`;
  return row!;
};
const stands = async (db: Db, { id }: Played): Promise<Where> => {
  const { state, step } = await rowOf(db, id);
  return [state, step];
};

/** A gateway for each case, told something, and standing where its case says; `away`: where, of one that is not there. */
async function playAll(
  server: TestServer,
  { tell, port, away }: { tell: Tell; port: number; away: Where },
): Promise<{ sid: string; first: string; second: string; played: Played[] }> {
  const { sid, first, second } = await gatewayWorld(server);
  const played: Played[] = [];
  for (const one of CASES) {
    const { sn } = await makeDevice(server.sql, { sid, product: 'HG-1' });
    const [password, memory] = [await passwordOf(server.sql, sn), newMemory()];
    const how = one.stalls && STEPS[one.stalls].how;
    const gateway = how && (await playGateway(server, port, { sn, password, memory, how }));
    const write = [isDraft(one) ? { name: 'overVoltageV', value: 260 } : { name: 'reconnectTimeS', value: 90 }];
    const id = await tell({ sid, sn, write, waitS: 0, validS: 600 }, first.token);
    played.push({ ...one, sn, password, memory, id, end: () => gateway?.end() });
  }
  for (const one of played)
    await expect.poll(() => stands(server, one), PATIENCE).toEqual(one.stalls ? STEPS[one.stalls].where : away);
  return { sid, first: first.token, second: second.token, played };
}

/** Each comes again and goes on, a draft once it is approved; whose answer never comes is over sooner than it would be. */
async function endsWell(
  server: TestServer,
  { sid, second, played }: Awaited<ReturnType<typeof playAll>>,
  { port, approve }: { port: number; approve: Calls['approve'] },
): Promise<void> {
  for (const one of played.filter(isDraft)) {
    expect(await stands(server, one)).toEqual(['draft', 'write']);
    await approve({ sid, id: one.id }, second);
  }
  for (const one of played) {
    one.end();
    goesOn(one.memory);
    await again(() =>
      playGateway(server, port, { sn: one.sn, password: one.password, memory: one.memory, how: one.after }),
    );
  }
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
async function staysEnded(
  server: TestServer,
  { sid, first, played }: Awaited<ReturnType<typeof playAll>>,
  { port, tell, die }: { port: number; tell: Tell; die: () => Promise<unknown> },
): Promise<void> {
  const seen = () =>
    server.sql`select id, state, step, reason, ended_at, tries from commands where sid = ${sid} order by asked_at, id`;
  const before = await seen();
  await die();
  for (const { sn, password, memory } of played)
    await again(() => playGateway(server, port, { sn, password, memory, how: obeys }));
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

const EACH_STEP =
  'killed while a command stands at each step: each goes on where it was, and what has ended stays as it is';

test(`the server ${EACH_STEP}`, async () => {
  const server = await serverOfNow();
  const port = await freePort();
  const own = await processOn(server, { MQTT_PORT: String(port) });
  const die = async () => {
    await own.kill();
    await own.start();
  };
  const world = await playAll(server, { tell: own.tell, port, away: ['approved', 'write'] });
  await die();
  await endsWell(server, world, { port, approve: own.approve });
  await staysEnded(server, world, { port, tell: own.tell, die });
}, 180_000);

test('the server killed twice while commands come and are answered: nothing that was asked for is lost or done twice', async () => {
  const server = await serverOfNow();
  const { sid, first } = await gatewayWorld(server);
  const port = await freePort();
  const own = await processOn(server, { MQTT_PORT: String(port) });
  const gateways = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { sn } = await makeDevice(server.sql, { sid, product: 'HG-1' });
      return { sn, password: await passwordOf(server.sql, sn), memory: newMemory() };
    }),
  );
  const connectAll = () => Promise.all(gateways.map((one) => again(() => playGateway(server, port, one))));
  await connectAll();
  const ids: string[] = [];
  for (const value of [90, 91]) {
    for (const { sn } of gateways) {
      const body = { sid, sn, write: [{ name: 'reconnectTimeS', value }], waitS: 0, validS: 600 };
      ids.push(await own.tell(body, first.token));
    }
    await own.kill();
    await own.start();
    await connectAll();
    for (const id of ids) await expect.poll(async () => (await rowOf(server, id)).state, PATIENCE).toBe('readBack');
  }
  expect(gateways.flatMap(({ memory }) => memory.obeyed).sort()).toEqual([...ids].sort());
  expect(gateways.map(({ memory }) => memory.values.reconnectTimeS)).toEqual(gateways.map(() => 91));
}, 180_000);

describeWithMosquitto('a broker in front', async () => {
  const { url, port, start } = await prepareMosquitto({ isKept: true });
  test(EACH_STEP, async () => {
    const server = await serverOfNow();
    let broker = start();
    const own = await processOn(server, { MQTT_URL: url });
    const die = async () => {
      broker.kill('SIGKILL');
      await once(broker, 'exit');
      broker = start();
    };
    // Who is there no broker tells: it is given what it is to hand on.
    const world = await playAll(server, { tell: own.tell, port, away: ['issued', 'write'] });
    await die();
    await endsWell(server, world, { port, approve: own.approve });
    await staysEnded(server, world, { port, tell: own.tell, die });
  }, 180_000);
});
