// Commands as a device obeys them: each once, with the words of the protocol for what it does not do.
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
  const heard = (said: object, atMs = NOW) =>
    commands.heard(
      JSON.stringify({ v: 1, id: `id${++count}`, device: micro, do: 'read', expires: NOW + 30_000, ...said }),
      atMs,
      atMs,
    );
  /** Says it, and what came of it when there was time. */
  const done = async (said: object) => {
    expect(heard(said)).toMatchObject({ state: 'accepted', reason: '' });
    return (await commands.obey(NOW + 5_000, NOW + 5_000, anybody)).results[0];
  };
  return { commands, heard, done };
}

test('what is written is read back in the steps of the device', async () => {
  const { done, commands } = player();
  expect(await done({ do: 'write', parameters: { reconnectTimeS: 90.4, overFrequencyHz: 51.234 } })).toMatchObject({
    state: 'done',
    parameters: { reconnectTimeS: 90, overFrequencyHz: 51.23 },
  });
  expect(await done({ parameters: { reconnectTimeS: null, nominalFrequencyHz: null } })).toMatchObject({
    state: 'done',
    parameters: { reconnectTimeS: 90, nominalFrequencyHz: 50 },
  });
  const all = await done({});
  expect(all!.parameters).toMatchObject({ reconnectTimeS: 90, underVoltageV: 184, limitPercent: 100, on: true });
  expect(commands.toldTo(meter)).toBeUndefined();
});

test('a limit that says where it returns to is kept as long as it is told again, and ends by itself', async () => {
  const { done, commands } = player();
  const limit = { limitPercent: 60, returnPercent: 30, returnAfterS: 600 };
  expect(await done({ do: 'limit', parameters: limit })).toMatchObject({ state: 'done', parameters: limit });
  const asked = { limitPercent: null, returnPercent: null, returnAfterS: null };
  expect((await done({ parameters: asked }))!.parameters).toEqual(limit);
  const told = NOW + 5_000;
  commands.returnLimits(told + 599_999);
  expect(commands.toldTo(micro)!.limitPercent).toBe(60);
  commands.returnLimits(told + 600_000);
  expect(commands.toldTo(micro)!.limitPercent).toBe(30);
  expect((await done({ parameters: asked }))!.parameters).toEqual({ limitPercent: 30 });
  await done({ do: 'limit', parameters: limit });
  // Without a word of it, it holds.
  await done({ do: 'limit', parameters: { limitPercent: 50 } });
  commands.returnLimits(NOW + 86_400_000);
  expect(commands.toldTo(micro)!.limitPercent).toBe(50);
});

test.each([
  [{ limitPercent: 60, returnPercent: 30 }, 'malformed'],
  [{ returnPercent: 30, returnAfterS: 600 }, 'malformed'],
  [{ limitPercent: 60, returnPercent: 130, returnAfterS: 600 }, 'outOfRange'],
  [{ limitPercent: 60, returnPercent: 30, returnAfterS: 1 }, 'outOfRange'],
])('a limit of %o is refused', (parameters, reason) => {
  expect(player().heard({ do: 'limit', parameters })).toMatchObject({ state: 'refused', reason });
});

test('limited, switched off and on', async () => {
  const { done, commands } = player();
  expect(await done({ do: 'limit', parameters: { limitPercent: 60.04 } })).toMatchObject({
    parameters: { limitPercent: 60 },
  });
  expect(await done({ do: 'off' })).toMatchObject({ state: 'done', parameters: { on: false } });
  expect(commands.toldTo(micro)).toMatchObject({ limitPercent: 60, isOn: false });
  expect(await done({ do: 'on' })).toMatchObject({ parameters: { on: true } });
  expect(await done({ do: 'restart' })).toMatchObject({ state: 'done', parameters: {} });
  expect(commands.toldTo(micro)).toMatchObject({ limitPercent: 60, isOn: true, restartedMs: NOW + 5_000 });
  expect(await done({ parameters: { uptimeS: null } })).toMatchObject({ parameters: { uptimeS: 0 } });
});

test('the same id is obeyed once, and answered as before', async () => {
  const { heard, commands } = player();
  const said = { id: 'once', do: 'limit', parameters: { limitPercent: 50 } };
  expect(heard(said)).toMatchObject({ state: 'accepted' });
  expect(heard(said)).toMatchObject({ state: 'accepted' });
  const { results } = await commands.obey(NOW + 5_000, NOW + 5_000, anybody);
  expect(results).toHaveLength(1);
  expect(heard({ ...said, parameters: { limitPercent: 10 } })).toEqual(results[0]);
  expect((await commands.obey(NOW + 9_000, NOW + 9_000, anybody)).results).toEqual([]);
  expect(commands.toldTo(micro)!.limitPercent).toBe(50);
});

test.each<[string, object, string]>([
  ['of another version', { v: 2 }, 'malformed'],
  ['without a device', { device: 7 }, 'malformed'],
  ['without an end', { expires: 'soon' }, 'malformed'],
  ['with a list for parameters', { parameters: [] }, 'malformed'],
  ['of yesterday', { expires: NOW - 1 }, 'expired'],
  ['for a device of another gateway', { device: 'ELSEWHERE' }, 'unknownDevice'],
  ['that it does not know', { do: 'dance' }, 'unknownCommand'],
  ['to limit a meter', { device: meter, do: 'limit', parameters: { limitPercent: 50 } }, 'unknownCommand'],
  ['to switch off the gateway', { device: gateway.sn, do: 'off' }, 'unknownCommand'],
  ['to write nothing', { do: 'write' }, 'malformed'],
  ['to write what it does not have', { do: 'write', parameters: { colour: 3 } }, 'unknownParameter'],
  ['to write an inherited name', { do: 'write', parameters: { constructor: 3 } }, 'unknownParameter'],
  ['to read what it does not have', { parameters: { colour: null } }, 'unknownParameter'],
  ['out of range', { do: 'write', parameters: { reconnectTimeS: 60, overVoltageV: 900 } }, 'outOfRange'],
  ['with a text for a number', { do: 'limit', parameters: { limitPercent: '60' } }, 'outOfRange'],
  ['below nothing', { do: 'limit', parameters: { limitPercent: -1 } }, 'outOfRange'],
])('a command %s is refused at once', async (_, said, reason) => {
  const { heard, commands } = player();
  expect(heard(said)).toMatchObject({ state: 'refused', reason, parameters: {} });
  expect((await commands.obey(NOW + 60_000, NOW + 60_000, anybody)).results).toEqual([]);
  expect(commands.toldTo(micro)).toBeUndefined();
});

test.each(['', 'hello', '[]', 'null', '{"v":1}', '{"v":1,"id":""}', '{"v":1,"id":7}'])(
  'what has no id cannot be answered: %s',
  (payload) => {
    expect(player().commands.heard(payload, NOW, NOW)).toBeNull();
  },
);

test('who sleeps obeys when it wakes, unless the command has expired by then', async () => {
  const { heard, commands } = player();
  heard({ do: 'off' });
  heard({ do: 'limit', parameters: { limitPercent: 10 }, expires: NOW + 600_000 });
  const asleep = () => false;
  expect((await commands.obey(NOW + 10_000, NOW + 10_000, asleep)).results).toEqual([]);
  expect((await commands.obey(NOW + 40_000, NOW + 40_000, asleep)).results).toMatchObject([
    { id: 'id1', state: 'refused', reason: 'notReachable' },
  ]);
  expect((await commands.obey(NOW + 90_000, NOW + 90_000, anybody)).results).toMatchObject([
    { id: 'id2', state: 'done' },
  ]);
  expect(commands.toldTo(micro)).toMatchObject({ isOn: true, limitPercent: 10 });
});

test('a gateway that starts over says so first', async () => {
  const { heard, commands } = player();
  heard({ device: gateway.sn, do: 'restart' });
  expect(await commands.obey(NOW + 5_000, NOW + 5_000, () => false)).toMatchObject({
    results: [{ state: 'done' }],
    restarts: true,
  });
});

describe('an update', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const firmware = Buffer.from('a firmware');
  const sha256 = createHash('sha256').update(firmware).digest('hex');
  const signature = sign(null, firmware, privateKey).toString('base64');

  async function served(): Promise<string> {
    const server = createServer((asked, answer) => {
      if (asked.url !== '/firmware') answer.writeHead(404);
      answer.end(firmware);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/firmware`;
  }

  test('that is signed is taken, and its version told from then on', async () => {
    const { done, commands } = player({ publicKey: pem });
    const url = await served();
    const parameters = { url, size: firmware.length, sha256, signature, version: '13' };
    expect(await done({ do: 'update', parameters })).toMatchObject({ state: 'done', parameters: { version: '13' } });
    expect(commands.firmwareOf(micro)).toBe('13');
  });

  test.each<[string, object, string, string | undefined]>([
    ['without its parts', { url: undefined }, 'malformed', pem],
    ['from a file', { url: 'file:///etc/passwd' }, 'malformed', pem],
    ['without a size', { size: 0 }, 'outOfRange', pem],
    ['that is not there', { url: 'http://127.0.0.1:9/firmware' }, 'downloadFailed', pem],
    ['that is shorter', { size: 5 }, 'checksum', pem],
    ['that is another', { sha256: 'ab'.repeat(32) }, 'checksum', pem],
    ['signed by somebody', { signature: 'AAAA' }, 'signature', pem],
    ['where nobody may sign', {}, 'signature', undefined],
  ])('%s is refused', async (_, wrong, reason, publicKeyOfIt) => {
    const { done, commands } = player({ publicKey: publicKeyOfIt });
    const url = await served();
    const parameters = { url, size: firmware.length, sha256, signature, ...wrong };
    expect(await done({ do: 'update', parameters })).toMatchObject({ state: 'refused', reason });
    expect(commands.firmwareOf(micro)).toBeUndefined();
  });
});

describe('one that fails', () => {
  const wrote = { id: 'w', do: 'write', parameters: { reconnectTimeS: 90 } };
  const played = (fault: CommandFault) => {
    const commands = new Commands(gateway, {}, { fault });
    const tellGateway = (said: object) =>
      commands.heard(JSON.stringify({ v: 1, device: gateway.sn, expires: NOW + 60_000, ...said }), NOW, NOW);
    const obey = () => commands.obey(NOW + 5_000, NOW + 5_000, anybody);
    return { tellGateway, obey, toldTo: (sn: string) => commands.toldTo(sn) };
  };

  test('says nothing, or refuses', () => {
    expect(played('deaf').tellGateway(wrote)).toBeNull();
    expect(played('refuses').tellGateway(wrote)).toMatchObject({ state: 'refused', reason: 'notReachable' });
  });

  test('starts over before it has said that it wrote, and says so when it is asked again', async () => {
    const { tellGateway, obey } = played('dies');
    tellGateway(wrote);
    expect(await obey()).toEqual({ results: [], restarts: true });
    expect(tellGateway(wrote)).toMatchObject({ state: 'done', parameters: { reconnectTimeS: 90 } });
  });

  test.each<[string, object, Record<string, number | boolean>]>([
    ['limit', { limitPercent: 30 }, { limitPercent: 100 }],
    ['off', {}, { on: true }],
    ['restart', {}, { uptimeS: Math.floor((NOW % 86_400_000) / 1000) + 5 }],
  ])('says that %s is done, and has not done it', async (what, parameters, holds) => {
    const { tellGateway, obey } = played('forgets');
    tellGateway({ id: 'a', device: micro, do: what, parameters });
    expect((await obey()).results[0]).toMatchObject({ state: 'done' });
    tellGateway({ id: 'b', device: micro, do: 'read', parameters: { [Object.keys(holds)[0]!]: null } });
    expect((await obey()).results[0]).toMatchObject({ state: 'done', parameters: holds });
  });

  test('does it late', async () => {
    const { tellGateway, obey } = played('late');
    tellGateway(wrote);
    expect((await obey()).results).toEqual([]);
  });

  test('says that it holds its limit, and makes as much as before', async () => {
    const { tellGateway, obey, toldTo } = played('lies');
    tellGateway({ id: 'a', device: micro, do: 'limit', parameters: { limitPercent: 30 } });
    expect((await obey()).results[0]).toMatchObject({ state: 'done', parameters: { limitPercent: 30 } });
    expect(toldTo(micro)!.limitPercent).toBe(100);
  });

  test('does not start over although it says so', async () => {
    const { tellGateway, obey } = played('forgets');
    tellGateway({ id: 'a', do: 'restart', parameters: {} });
    expect(await obey()).toMatchObject({ results: [{ state: 'done' }], restarts: false });
  });

  test('keeps what it had, or cannot be read', async () => {
    const forgetful = played('forgets');
    forgetful.tellGateway(wrote);
    expect((await forgetful.obey()).results[0]).toMatchObject({ state: 'done' });
    forgetful.tellGateway({ id: 'r', do: 'read', parameters: { reconnectTimeS: null } });
    expect((await forgetful.obey()).results[0]).toMatchObject({ parameters: { reconnectTimeS: 60 } });
    expect(played('mute').tellGateway({ id: 'r', do: 'read', parameters: {} })).toBeNull();
  });
});
