// Tests firmware updates of the demo gateways through the portal's MQTT endpoint: they download, verify, install and reconnect, or fail at each step.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { CommandFault } from '@heliograph/simulator/commands.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { playGateways } from '@heliograph/simulator/playGateways.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { firmwareFile, MAKER, makeFirmware } from '../../test/firmware.ts';
import { testServer } from '../../test/testServer.ts';
import { turnClock } from '../../test/turnClock.ts';
import { createDeviceHandler } from '../transports/mqtt/deviceHandler.ts';
import { openEndpoint } from '../transports/mqtt/endpoint.ts';
import { createFleet } from './createFleet.ts';
import { issuePasswords } from './issuePasswords.ts';

const { app, ask, sql, context, clock, signedIn } = await testServer({ FIRMWARE_KEYS: MAKER.hex });
const BEGAN = clock.now().getTime();
const MINUTE = 60_000;
await app.listen({ port: 0, host: '127.0.0.1' });
context.config.publicUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const handler = createDeviceHandler(context);
const endpoint = openEndpoint<Parameters<typeof handler.onMessage>[0]>(handler);
const server = createServer((socket) => endpoint.handle(socket)).listen(0, '127.0.0.1');
await once(server, 'listening');

const OUTCOMES: readonly [fault: CommandFault | undefined, step: string, reason: string][] = [
  [undefined, 'updated', ''],
  ['unfetched', 'failed', 'downloadFailed'],
  ['damaged', 'failed', 'checksum'],
  ['unsigned', 'failed', 'signature'],
  ['rollsBack', 'failed', 'differs'],
];
/** One gateway for each outcome, with one attached device and no planted faults. */
const sites = fleet(1, BEGAN)
  .flatMap((site) =>
    site.gateways
      .filter(({ dialect }) => dialect === undefined)
      .slice(0, 1)
      .map((gateway) => ({
        ...site,
        gateways: [{ ...gateway, faults: [], machines: gateway.machines.slice(0, 1) }],
        devices: [],
      })),
  )
  .slice(0, OUTCOMES.length);
const stop = new AbortController();
const sharedClock = turnClock(clock, OUTCOMES.length);
let playing: Promise<unknown>;
let sids: Record<string, string>;
let minute = 0;
const advance = async (minutes: number): Promise<void> => {
  minute += minutes;
  await sharedClock.until(BEGAN + minute * MINUTE);
};

beforeAll(async () => {
  ({ sids } = await createFleet(context, 1, () => sites));
  const plays = await Promise.all(
    sites.map(async (site, n) => ({
      broker: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
      fleet: [site],
      passwords: await issuePasswords(context, site),
      updates: { publicKey: MAKER.pem },
      commandFault: OUTCOMES[n]![0],
    })),
  );
  playing = Promise.all(
    plays.map(({ passwords, ...play }) =>
      playGateways({ ...play, passwordOf: (sn) => passwords.get(sn), clock: sharedClock, signal: stop.signal }),
    ),
  );
  await advance(2);
});
afterAll(async () => {
  stop.abort();
  await playing;
  server.close();
  await endpoint.close();
  await handler.close();
});

test.each(OUTCOMES.map((outcome, n) => [...outcome, n] as const))(
  'ends the update of a gateway with the fault %s as %s %s',
  async (_fault, step, reason, n) => {
    const site = sites[n]!;
    const { sn } = site.gateways[0]!;
    const sid = sids[site.key]!;
    const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
    await sql`update sessions set second_factor = 'code'`;
    const [product] = await sql<{ model: number }[]>`
      select p.model from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.sn = ${sn}`;
    const versionName = `99.${n}`;
    const id = await makeFirmware(sql, { model: product!.model, versionName, file: firmwareFile(600_000) });
    const readDevice = async () => {
      const { list } = await ask('configuration/ota/list/sn', { id, filters: { keywords: sn } }, { token });
      return list[0]!;
    };
    const before = await readDevice();
    expect(before).toMatchObject({ fit: 'newer', rights: { update: true } });
    await ask('configuration/ota/update', { sid, sn, id, asksOwner: false }, { token });
    // The gateway has received the command; from here on the plant's own time decides.
    await expect.poll(async () => (await readDevice()).update?.step, { timeout: 10_000 }).not.toBe('queued');
    for (let tries = 0; tries < 10 && ['downloading', 'verified'].includes((await readDevice()).update!.step); tries++)
      await advance(1);
    await expect.poll(async () => (await readDevice()).update, { timeout: 10_000 }).toMatchObject({ step, reason });
    expect((await readDevice()).versionName).toBe(step === 'updated' ? versionName : before.versionName);
  },
);
