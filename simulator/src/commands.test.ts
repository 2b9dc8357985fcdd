// Execution of commands: each once, with the protocol's reasons for refusals.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CommandFault, Commands } from './commands.ts';
import { fleet } from './fleet.ts';
import type { UpdateSource } from './update.ts';

const NOW = Date.UTC(2026, 5, 21, 9, 40);
const gateway = fleet(1, NOW).find(({ key }) => key === 'werkhof')!.gateways[0]!;
const micro = gateway.machines.find(({ kind }) => kind === 'microinverter')!.sn;
const meter = gateway.machines.find(({ kind }) => kind === 'meter')!.sn;
const anybody = () => true;

function player(updates: UpdateSource = {}) {
  const commands = new Commands(gateway, updates);
  let count = 0;
  const send = (command: object, atMs = NOW) =>
    commands.receive(
      JSON.stringify({ v: 1, id: `id${++count}`, device: micro, do: 'read', expires: NOW + 30_000, ...command }),
      atMs,
      atMs,
    );
  /** Sends a command and returns its result after the response time. */
  const execute = async (command: object) => {
    expect(send(command)).toMatchObject({ state: 'accepted', reason: '' });
    return (await commands.executeDue(NOW + 5_000, NOW + 5_000, anybody)).results[0];
  };
  return { commands, send, execute };
}

test('reads written values back in the steps of the device', async () => {
  const { execute, commands } = player();
  expect(await execute({ do: 'write', parameters: { reconnectTimeS: 90.4, overFrequencyHz: 51.234 } })).toMatchObject({
    state: 'done',
    parameters: { reconnectTimeS: 90, overFrequencyHz: 51.23 },
  });
  expect(await execute({ parameters: { reconnectTimeS: null, nominalFrequencyHz: null } })).toMatchObject({
    state: 'done',
    parameters: { reconnectTimeS: 90, nominalFrequencyHz: 50 },
  });
  const all = await execute({});
  expect(all!.parameters).toMatchObject({ reconnectTimeS: 90, underVoltageV: 184, limitPercent: 100, on: true });
  expect(commands.settingsOf(meter)).toBeUndefined();
});

test('returns a limit to its return value unless the limit is repeated in time', async () => {
  const { execute, commands } = player();
  const limit = { limitPercent: 60, returnPercent: 30, returnAfterS: 600 };
  expect(await execute({ do: 'limit', parameters: limit })).toMatchObject({ state: 'done', parameters: limit });
  const requested = { limitPercent: null, returnPercent: null, returnAfterS: null };
  expect((await execute({ parameters: requested }))!.parameters).toEqual(limit);
  const limitedAtMs = NOW + 5_000;
  commands.returnLimits(limitedAtMs + 599_999);
  expect(commands.settingsOf(micro)!.limitPercent).toBe(60);
  commands.returnLimits(limitedAtMs + 600_000);
  expect(commands.settingsOf(micro)!.limitPercent).toBe(30);
  expect((await execute({ parameters: requested }))!.parameters).toEqual({ limitPercent: 30 });
  await execute({ do: 'limit', parameters: limit });
  // A limit without a return value holds.
  await execute({ do: 'limit', parameters: { limitPercent: 50 } });
  commands.returnLimits(NOW + 86_400_000);
  expect(commands.settingsOf(micro)!.limitPercent).toBe(50);
});

test.each([
  [{ limitPercent: 60, returnPercent: 30 }, 'malformed'],
  [{ returnPercent: 30, returnAfterS: 600 }, 'malformed'],
  [{ limitPercent: 60, returnPercent: 130, returnAfterS: 600 }, 'outOfRange'],
  [{ limitPercent: 60, returnPercent: 30, returnAfterS: 1 }, 'outOfRange'],
])('refuses a limit of %o', (parameters, reason) => {
  expect(player().send({ do: 'limit', parameters })).toMatchObject({ state: 'refused', reason });
});

test('limits, switches off and on, and restarts a device', async () => {
  const { execute, commands } = player();
  expect(await execute({ do: 'limit', parameters: { limitPercent: 60.04 } })).toMatchObject({
    parameters: { limitPercent: 60 },
  });
  expect(await execute({ do: 'off' })).toMatchObject({ state: 'done', parameters: { on: false } });
  expect(commands.settingsOf(micro)).toMatchObject({ limitPercent: 60, isOn: false });
  expect(await execute({ do: 'on' })).toMatchObject({ parameters: { on: true } });
  expect(await execute({ do: 'restart' })).toMatchObject({ state: 'done', parameters: {} });
  expect(commands.settingsOf(micro)).toMatchObject({ limitPercent: 60, isOn: true, restartedMs: NOW + 5_000 });
  expect(await execute({ parameters: { uptimeS: null } })).toMatchObject({ parameters: { uptimeS: 0 } });
});

test('executes the same id once and repeats its answer', async () => {
  const { send, commands } = player();
  const command = { id: 'once', do: 'limit', parameters: { limitPercent: 50 } };
  expect(send(command)).toMatchObject({ state: 'accepted' });
  expect(send(command)).toMatchObject({ state: 'accepted' });
  const { results } = await commands.executeDue(NOW + 5_000, NOW + 5_000, anybody);
  expect(results).toHaveLength(1);
  expect(send({ ...command, parameters: { limitPercent: 10 } })).toEqual(results[0]);
  expect((await commands.executeDue(NOW + 9_000, NOW + 9_000, anybody)).results).toEqual([]);
  expect(commands.settingsOf(micro)!.limitPercent).toBe(50);
});

test.each<[string, object, string]>([
  ['of another version', { v: 2 }, 'malformed'],
  ['without a device', { device: 7 }, 'malformed'],
  ['without an expiry', { expires: 'soon' }, 'malformed'],
  ['with a list for parameters', { parameters: [] }, 'malformed'],
  ['that has expired', { expires: NOW - 1 }, 'expired'],
  ['for a device of another gateway', { device: 'ELSEWHERE' }, 'unknownDevice'],
  ['that is unknown', { do: 'dance' }, 'unknownCommand'],
  ['to limit a meter', { device: meter, do: 'limit', parameters: { limitPercent: 50 } }, 'unknownCommand'],
  ['to switch off the gateway', { device: gateway.sn, do: 'off' }, 'unknownCommand'],
  ['to write no parameter', { do: 'write' }, 'malformed'],
  ['to write an unknown parameter', { do: 'write', parameters: { colour: 3 } }, 'unknownParameter'],
  ['to write an inherited name', { do: 'write', parameters: { constructor: 3 } }, 'unknownParameter'],
  ['to read an unknown parameter', { parameters: { colour: null } }, 'unknownParameter'],
  ['out of range', { do: 'write', parameters: { reconnectTimeS: 60, overVoltageV: 900 } }, 'outOfRange'],
  ['with a text for a number', { do: 'limit', parameters: { limitPercent: '60' } }, 'outOfRange'],
  ['with a negative limit', { do: 'limit', parameters: { limitPercent: -1 } }, 'outOfRange'],
])('refuses a command %s at once', async (_, command, reason) => {
  const { send, commands } = player();
  expect(send(command)).toMatchObject({ state: 'refused', reason, parameters: {} });
  expect((await commands.executeDue(NOW + 60_000, NOW + 60_000, anybody)).results).toEqual([]);
  expect(commands.settingsOf(micro)).toBeUndefined();
});

test.each(['', 'hello', '[]', 'null', '{"v":1}', '{"v":1,"id":""}', '{"v":1,"id":7}'])(
  'does not answer a message without an id: %s',
  (payload) => {
    expect(player().commands.receive(payload, NOW, NOW)).toBeNull();
  },
);

test('executes a command when a sleeping device wakes up, unless the command has expired', async () => {
  const { send, commands } = player();
  send({ do: 'off' });
  send({ do: 'limit', parameters: { limitPercent: 10 }, expires: NOW + 600_000 });
  const asleep = () => false;
  expect((await commands.executeDue(NOW + 10_000, NOW + 10_000, asleep)).results).toEqual([]);
  expect((await commands.executeDue(NOW + 40_000, NOW + 40_000, asleep)).results).toMatchObject([
    { id: 'id1', state: 'refused', reason: 'notReachable' },
  ]);
  expect((await commands.executeDue(NOW + 90_000, NOW + 90_000, anybody)).results).toMatchObject([
    { id: 'id2', state: 'done' },
  ]);
  expect(commands.settingsOf(micro)).toMatchObject({ isOn: true, limitPercent: 10 });
});

test('reports the result of a restart before the gateway restarts', async () => {
  const { send, commands } = player();
  send({ device: gateway.sn, do: 'restart' });
  expect(await commands.executeDue(NOW + 5_000, NOW + 5_000, () => false)).toMatchObject({
    results: [{ state: 'done' }],
    restarts: true,
  });
});

describe('an update', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const firmware = Buffer.from('a firmware');
  const sha256 = createHash('sha256').update(firmware).digest('hex');
  const signature = sign(null, firmware, privateKey).toString('base64');

  async function serveFirmware(): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url !== '/firmware') response.writeHead(404);
      response.end(firmware);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/firmware`;
  }

  test('with a valid signature is installed, and its version is reported from then on', async () => {
    const { execute, commands } = player({ publicKey: publicPem });
    const url = await serveFirmware();
    const parameters = { url, size: firmware.length, sha256, signature, version: '13' };
    expect(await execute({ do: 'update', parameters })).toMatchObject({ state: 'done', parameters: { version: '13' } });
    expect(commands.firmwareOf(micro)).toBe('13');
  });

  test.each<[string, object, string, string | undefined]>([
    ['without its parameters', { url: undefined }, 'malformed', publicPem],
    ['from a file', { url: 'file:///etc/passwd' }, 'malformed', publicPem],
    ['without a size', { size: 0 }, 'outOfRange', publicPem],
    ['that cannot be downloaded', { url: 'http://127.0.0.1:9/firmware' }, 'downloadFailed', publicPem],
    ['with another size', { size: 5 }, 'checksum', publicPem],
    ['with another checksum', { sha256: 'ab'.repeat(32) }, 'checksum', publicPem],
    ['with a wrong signature', { signature: 'AAAA' }, 'signature', publicPem],
    ['without a trusted key', {}, 'signature', undefined],
  ])('%s is refused', async (_, wrong, reason, trustedKey) => {
    const { execute, commands } = player({ publicKey: trustedKey });
    const url = await serveFirmware();
    const parameters = { url, size: firmware.length, sha256, signature, ...wrong };
    expect(await execute({ do: 'update', parameters })).toMatchObject({ state: 'refused', reason });
    expect(commands.firmwareOf(micro)).toBeUndefined();
  });
});

describe('a gateway with a command fault', () => {
  const write = { id: 'w', do: 'write', parameters: { reconnectTimeS: 90 } };
  const gatewayWith = (fault: CommandFault) => {
    const commands = new Commands(gateway, {}, { fault });
    const sendToGateway = (command: object) =>
      commands.receive(JSON.stringify({ v: 1, device: gateway.sn, expires: NOW + 60_000, ...command }), NOW, NOW);
    const executeDue = () => commands.executeDue(NOW + 5_000, NOW + 5_000, anybody);
    return { sendToGateway, executeDue, settingsOf: (sn: string) => commands.settingsOf(sn) };
  };

  test('does not answer (deaf), or refuses every command (refuses)', () => {
    expect(gatewayWith('deaf').sendToGateway(write)).toBeNull();
    expect(gatewayWith('refuses').sendToGateway(write)).toMatchObject({ state: 'refused', reason: 'notReachable' });
  });

  test('restarts before it reports a write (dies), and reports it when the command is repeated', async () => {
    const { sendToGateway, executeDue } = gatewayWith('dies');
    sendToGateway(write);
    expect(await executeDue()).toEqual({ results: [], restarts: true });
    expect(sendToGateway(write)).toMatchObject({ state: 'done', parameters: { reconnectTimeS: 90 } });
  });

  test.each<[string, object, Record<string, number | boolean>]>([
    ['limit', { limitPercent: 30 }, { limitPercent: 100 }],
    ['off', {}, { on: true }],
    ['restart', {}, { uptimeS: Math.floor((NOW % 86_400_000) / 1000) + 5 }],
  ])('reports %s as done without doing it (forgets)', async (what, parameters, reported) => {
    const { sendToGateway, executeDue } = gatewayWith('forgets');
    sendToGateway({ id: 'a', device: micro, do: what, parameters });
    expect((await executeDue()).results[0]).toMatchObject({ state: 'done' });
    sendToGateway({ id: 'b', device: micro, do: 'read', parameters: { [Object.keys(reported)[0]!]: null } });
    expect((await executeDue()).results[0]).toMatchObject({ state: 'done', parameters: reported });
  });

  test('executes a command late (late)', async () => {
    const { sendToGateway, executeDue } = gatewayWith('late');
    sendToGateway(write);
    expect((await executeDue()).results).toEqual([]);
  });

  test('reports its limit and produces as much as before (lies)', async () => {
    const { sendToGateway, executeDue, settingsOf } = gatewayWith('lies');
    sendToGateway({ id: 'a', device: micro, do: 'limit', parameters: { limitPercent: 30 } });
    expect((await executeDue()).results[0]).toMatchObject({ state: 'done', parameters: { limitPercent: 30 } });
    expect(settingsOf(micro)!.limitPercent).toBe(100);
  });

  test('reports a restart without restarting (forgets)', async () => {
    const { sendToGateway, executeDue } = gatewayWith('forgets');
    sendToGateway({ id: 'a', do: 'restart', parameters: {} });
    expect(await executeDue()).toMatchObject({ results: [{ state: 'done' }], restarts: false });
  });

  test('keeps its old value (forgets), or answers no read (mute)', async () => {
    const gateway2 = gatewayWith('forgets');
    gateway2.sendToGateway(write);
    expect((await gateway2.executeDue()).results[0]).toMatchObject({ state: 'done' });
    gateway2.sendToGateway({ id: 'r', do: 'read', parameters: { reconnectTimeS: null } });
    expect((await gateway2.executeDue()).results[0]).toMatchObject({ parameters: { reconnectTimeS: 60 } });
    expect(gatewayWith('mute').sendToGateway({ id: 'r', do: 'read', parameters: {} })).toBeNull();
  });
});
