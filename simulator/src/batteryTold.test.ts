// Battery settings of hybrids and batteries: factory values can be read, written as a whole, and are refused when inconsistent.
import { batteryParameters } from '@heliograph/contract/batterySettings.ts';
import { expect, test } from 'vitest';
import { Commands } from './commands.ts';
import { fleet } from './fleet.ts';

const NOW = Date.UTC(2026, 5, 21, 9, 40);
const sites = fleet(1, NOW).filter(({ home }) => home?.battery);
const NAMES = batteryParameters({
  peakW: { min: 0, max: 1, step: 1 },
  periods: { most: 6, powerW: { min: 0, max: 1, step: 1 }, targetPercent: { min: 0, max: 1, step: 1 } },
});

function player(key: string) {
  const site = sites.find((one) => one.key === key)!;
  const gateway = site.gateways.find(({ machines }) =>
    machines.some(({ kind }) => kind === 'hybrid' || kind === 'battery'),
  )!;
  const device = gateway.machines.find(({ kind }) => kind === 'hybrid' || kind === 'battery')!.sn;
  const commands = new Commands(gateway, {}, { battery: site.home!.battery });
  let count = 0;
  const send = (command: object) =>
    commands.receive(
      JSON.stringify({ v: 1, id: `id${++count}`, device, do: 'write', expires: NOW + 60_000, ...command }),
      NOW,
      NOW,
    )!;
  const execute = async (command: object) => {
    expect(send(command)).toMatchObject({ state: 'accepted' });
    return (await commands.executeDue(NOW + 5_000, NOW + 5_000, () => true)).results[0]!;
  };
  const read = async () =>
    (await execute({ do: 'read', parameters: Object.fromEntries(NAMES.map((name) => [name, null])) })).parameters;
  return { commands, send, execute, read };
}

test.each(sites.map(({ key }) => key))(
  'the battery of %s reports all parameters that a portal sets together',
  async (key) => {
    const { read, commands } = player(key);
    const parameters = await read();
    expect(Object.values(parameters).every((value) => typeof value === 'number')).toBe(true);
    expect(commands.batterySettings).toBeNull();
  },
);

test('stores the written parameters and keeps the others', async () => {
  const { execute, read, commands } = player('birkenhof');
  const before = await read();
  const period = { batteryPeriod1Action: 1, batteryPeriod1StartMin: 1_320, batteryPeriod1EndMin: 360 };
  const levels = { batteryPeriod1PowerW: 3_000, batteryPeriod1TargetPercent: 90, batteryMode: 2 };
  await execute({ parameters: { ...period, ...levels } });
  expect(await read()).toEqual({ ...before, ...period, ...levels });
  expect(commands.batterySettings).toMatchObject({
    mode: 'timeOfUse',
    periods: [{ fromMin: 1_320, toMin: 360, action: 'charge', powerW: 3_000, targetPercent: 90 }],
  });
});

test.each<[string, string, object]>([
  ['a reserve below the shut-down level', 'birkenhof', { batteryReservePercent: 4 }],
  ['time of use without a period', 'birkenhof', { batteryMode: 2 }],
  ['more power than its own', 'birkenhof', { batteryPeriod1PowerW: 5_001 }],
  ['to leave the grid, for which it has no switch', 'birkenhof', { batteryMode: 5 }],
])('refuses %s', async (_, key, parameters) => {
  const { send, commands } = player(key);
  expect(send({ parameters })).toMatchObject({ state: 'refused', reason: 'outOfRange' });
  expect(commands.batterySettings).toBeNull();
});
