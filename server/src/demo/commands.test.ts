// Commands by way of the portal's own endpoint to the demonstration's gateways: accepted, obeyed once, answered, and what is measured follows.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { CommandResult } from '@heliograph/contract/report.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { playGateways } from '@heliograph/simulator/playGateways.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedSamples } from '../../test/readings.ts';
import { testServer } from '../../test/testServer.ts';
import { turnClock } from '../../test/turnClock.ts';
import { createDeviceHandler } from '../transports/mqtt/deviceHandler.ts';
import { openEndpoint } from '../transports/mqtt/endpoint.ts';
import type { Link } from '../transports/mqtt/mqttHandler.ts';
import { createFleet } from './createFleet.ts';
import { issuePasswords } from './issuePasswords.ts';

const { sql, context, clock } = await testServer();
const BEGAN = clock.now().getTime();
const MINUTE = 60_000;
/** Without what is planted, so that nothing but commands changes what is measured; and an OpenDTU beside it. */
const dtu = {
  ...fleet(1, BEGAN)
    .find(({ key }) => key === 'werkhof')!
    .gateways.at(-1)!,
  faults: [],
};
const sites = fleet(1, BEGAN)
  .filter(({ key }) => key === 'amselweg')
  .map((site) => ({
    ...site,
    gateways: [
      ...site.gateways.slice(0, 1).map((one) => ({
        ...one,
        machines: one.machines.filter(({ kind }, index) => index < 2 || kind === 'meter'),
      })),
      dtu,
    ],
  }));
const gateway = sites[0]!.gateways[0]!;
const [one, other] = [gateway.machines[0]!, gateway.machines[1]!];

/** The server's MQTT handler and endpoint; records results and the links to devices. */
const links = new Map<string, Link>();
const results: CommandResult[] = [];
/** What the OpenDTU says of its first inverter's limit. */
const limits: string[] = [];
const serial = dtu.machines[0]!.sn;
const handler = createDeviceHandler(context);
const endpoint = openEndpoint<Parameters<typeof handler.onMessage>[0]>({
  ...handler,
  authenticate(request, link) {
    links.set(request.userName ?? '', link);
    return handler.authenticate(request, link);
  },
  onMessage(session, message) {
    if (message.topic === `hg/${gateway.sn}/up/result`) results.push(JSON.parse(message.payload.toString()));
    if (message.topic === `hg/${dtu.sn}/opendtu/${serial.toLowerCase()}/status/limit_relative`)
      limits.push(message.payload.toString());
    return handler.onMessage(session, message);
  },
});
const server = createServer((socket) => endpoint.handle(socket)).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(async () => {
  server.close();
  await endpoint.close();
  await handler.close();
});

const stop = new AbortController();
const turns = turnClock(clock, 2);
let sid: string;
let playing: Promise<void>;
let minute = 0;
/** So many minutes of the plant. */
const live = async (minutes: number): Promise<void> => {
  minute += minutes;
  await turns.until(BEGAN + minute * MINUTE);
};

beforeAll(async () => {
  const entered = await createFleet(context, 1, () => sites);
  sid = entered.sids.amselweg!;
  const passwords = await issuePasswords(context, sites[0]!);
  playing = playGateways({
    broker: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    fleet: sites,
    passwordOf: (sn) => passwords.get(sn),
    clock: turns,
    signal: stop.signal,
  });
  await live(3);
});
afterAll(async () => {
  stop.abort();
  await playing;
});

let count = 0;
async function told(command: object): Promise<CommandResult[]> {
  const id = `018f-${++count}`;
  const sent = { v: 1, id, device: one.sn, parameters: {}, expires: clock.now().getTime() + MINUTE, ...command };
  const ofIt = () => results.filter((result) => result.id === sent.id);
  const before = ofIt().length;
  expect(links.get(gateway.sn)!.send(`hg/${gateway.sn}/down/command`, JSON.stringify(sent))).toBe(true);
  await expect.poll(() => ofIt().length, { timeout: 10_000 }).toBe(before + 1);
  await live(1);
  return ofIt();
}
/** What was stored of a device in the last minute. */
const last = async (sn: string) => (await storedSamples(sql, sid)).filter((sample) => sample.sn === sn).at(-1)!;
const meterSn = gateway.machines.find(({ kind }) => kind === 'meter')!.sn;

test('a write is accepted, done and read back, with the gateway’s own time', async () => {
  const written = await told({ do: 'write', parameters: { reconnectTimeS: 120.2 } });
  expect(written.map(({ state, reason }) => [state, reason])).toEqual([
    ['accepted', ''],
    ['done', ''],
  ]);
  const [, read] = await told({ do: 'read', parameters: { reconnectTimeS: null } });
  expect(read).toMatchObject({ v: 1, state: 'done', parameters: { reconnectTimeS: 120 } });
  expect(Math.abs(read!.at - clock.now().getTime())).toBeLessThan(2 * MINUTE);
});

test('a limit is seen in what is measured, of its device alone, and the meter has the rest', async () => {
  const before = await last(one.sn);
  expect(before.powerW).toBeGreaterThan(100);
  await told({ do: 'limit', parameters: { limitPercent: 5 } });
  await live(2);
  const after = await last(one.sn);
  expect(after.powerW).toBe(40);
  expect((await last(other.sn)).powerW).toBeGreaterThan(100);
  expect(after.counterLifeWh).toBeGreaterThanOrEqual(before.counterLifeWh!);
  await told({ do: 'off' });
  await live(2);
  expect((await last(one.sn)).powerW).toBe(0);
  await told({ do: 'limit', parameters: { limitPercent: 100 } });
  await told({ do: 'on' });
  await live(2);
  expect((await last(one.sn)).powerW).toBeGreaterThan(100);
  expect((await last(meterSn)).gridPowerW).toBeTypeOf('number');
});

test('a repeated id is obeyed once; a device of nobody, and what it cannot do, are refused with their reasons', async () => {
  const same = { id: 'same', do: 'limit', parameters: { limitPercent: 70 } };
  expect((await told(same)).map(({ state }) => state)).toEqual(['accepted', 'done']);
  expect((await told({ ...same, parameters: { limitPercent: 10 } })).map(({ state }) => state)).toEqual([
    'accepted',
    'done',
    'done',
  ]);
  const [, read] = await told({ do: 'read', parameters: { limitPercent: null } });
  expect(read!.parameters).toEqual({ limitPercent: 70 });
  for (const [command, reason] of [
    [{ device: 'NOBODY01', do: 'off' }, 'unknownDevice'],
    [{ do: 'dance' }, 'unknownCommand'],
    [{ do: 'off', expires: clock.now().getTime() - 10 * MINUTE }, 'expired'],
  ] as const)
    expect(await told(command)).toMatchObject([{ state: 'refused', reason }]);
});

test('a gateway that is restarted says so, comes back, announces itself, and its restart is an event of the plant', async () => {
  const link = links.get(gateway.sn);
  const at = clock.now().getTime();
  expect((await told({ device: gateway.sn, do: 'restart' })).map(({ state }) => state)).toEqual(['accepted', 'done']);
  await live(2);
  expect(links.get(gateway.sn)).not.toBe(link);
  const restarts = await sql<{ openedAt: Date }[]>`
    select opened_at from events where sid = ${sid} and sn = ${gateway.sn} and code = 'restart'`;
  expect(restarts).toHaveLength(1);
  expect(Math.abs(restarts[0]!.openedAt.getTime() - at)).toBeLessThan(MINUTE);
  expect((await last(other.sn)).powerW).toBeGreaterThan(100);
});

test('an OpenDTU limits, switches off and restarts its inverter, and says what holds', async () => {
  const says = (what: string, text: string) =>
    expect(links.get(dtu.sn)!.send(`hg/${dtu.sn}/opendtu/${serial}/cmd/${what}`, text)).toBe(true);
  const settled = async () => {
    await live(3);
    // A row is whole with the round after it, or when nothing has followed for a while.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return await last(serial);
  };
  expect((await settled()).powerW).toBeGreaterThan(100);
  expect(limits.at(-1)).toBe('100.00');
  says('limit_nonpersistent_relative', '10');
  expect((await settled()).powerW).toBe(80);
  expect(limits.at(-1)).toBe('10.00');
  says('power', '0');
  expect((await settled()).powerW).toBe(0);
  says('restart', '1');
  await live(2);
  expect((await settled()).powerW).toBeGreaterThan(100);
  // Told for now alone, it was forgotten.
  expect(limits.at(-1)).toBe('100.00');
  expect((await last(dtu.machines[1]!.sn)).powerW).toBeGreaterThan(100);
}, 30_000);
