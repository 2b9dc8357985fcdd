// docs/devices/protocol.md matches the portal: limits and codes are named, and its examples are accepted unchanged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES as REFUSALS } from '@heliograph/contract/errors.ts';
import { levelOf } from '@heliograph/contract/events.ts';
import { MAX_CHILDREN } from '@heliograph/contract/limits.ts';
import { QUANTITIES } from '@heliograph/contract/measurements.ts';
import {
  COMMAND_REJECTIONS,
  COMMAND_STATES,
  COMMANDS,
  type Command,
  type CommandResult,
  REPORT_KINDS,
} from '@heliograph/contract/report.ts';
import { reportNames } from '@heliograph/contract/reportFields.ts';
import { ERROR_CODES } from '@heliograph/contract/statuses.ts';
import { Commands } from '@heliograph/simulator/commands.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { connectDevice, passwordOf } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { storedSamples } from '../../../test/readings.ts';
import { controllableDevice } from '../../commands/controllableDevices.ts';
import { NO_POWER_FROM } from '../../energy/rules/counterStep.ts';
import { PRODUCTS, profileOf } from '../../families/families.ts';
import { UNCLAIMED_LIMITS } from '../../ingest/unclaimed/unclaimedLimits.ts';
import messages from '../../platform/texts/en.json' with { type: 'json' };
import { ENDPOINT_LIMITS } from './endpoint.ts';
import { MAX_ROWS, parseAnnouncement, ROW_REFUSALS } from './messages.ts';
import { MAX_PACKET_BYTES } from './packets.ts';

const { sql, port, clock } = await mqttServer();
const text = readFileSync(join(import.meta.dirname, '../../../../docs/devices/protocol.md'), 'utf8');
const example = (name: string): string => new RegExp(`\`\`\`json ${name}\\n([\\s\\S]*?)\`\`\``).exec(text)![1]!;

test('names the limits and each reason for which a row is refused', () => {
  for (const reason of ROW_REFUSALS) expect(text).toContain(`| \`${reason}\` |`);
  expect(text).toContain(`Up to ${MAX_CHILDREN} devices`);
  expect(text).toContain(`up to ${MAX_ROWS.toLocaleString('en')} rows`);
  expect(text).toContain(`up to ${UNCLAIMED_LIMITS.framesOfNumber.toLocaleString('en')} per serial number`);
  expect(text).toContain(`| packet | ${MAX_PACKET_BYTES / 1024} KB |`);
  expect(text).toContain(`Up to ${ENDPOINT_LIMITS.inFlight} messages`);
  expect(text).toContain(`| CONNECT | must be complete within ${ENDPOINT_LIMITS.connectMs / 1000} s`);
  expect(text).toContain(`| a packet that has begun | must be complete within ${ENDPOINT_LIMITS.timeoutMs / 1000} s |`);
});

test('states the maximum plausible power of known and unknown models', () => {
  expect(text).toContain('one and a half times what the product is rated for');
  expect(NO_POWER_FROM).toBe(1.5);
  for (const [kind, words] of [
    ['microinverter', 'a microinverter'],
    ['hybrid', 'a hybrid'],
    ['inverter', 'an inverter'],
  ])
    expect(text).toContain(`${profileOf(`report ${kind}`).maxRatedW / 1000} kW as ${words}`);
});

test('lists each error bit with its meaning and level', () => {
  for (const code of ERROR_CODES)
    expect(text).toContain(`| \`${code}\` | ${messages.errors[code].title} | ${levelOf(code)} |`);
});

test('names each command, state and reason of a refusal, with an example that a device executes', async () => {
  const section = text.slice(text.indexOf('## Commands'), text.indexOf('## Quantities'));
  for (const word of [...COMMANDS, ...COMMAND_STATES, ...COMMAND_REJECTIONS]) expect(section).toContain(`\`${word}\``);
  const command = JSON.parse(example('command')) as Command;
  const result = JSON.parse(example('result')) as CommandResult;
  const gateway = fleet(1, result.at).find(({ key }) => key === 'amselweg')!.gateways[0]!;
  const machines = [{ ...gateway.machines[0]!, sn: command.device }];
  const commands = new Commands({ ...gateway, machines }, {});
  const atMs = result.at - 5_000;
  expect(commands.receive(example('command'), atMs, atMs)).toEqual({
    ...result,
    at: atMs,
    state: 'accepted',
    parameters: {},
  });
  expect((await commands.executeDue(result.at, result.at, () => true)).results).toEqual([result]);
});

test('states which products get which commands, as a request to the portal finds it', async () => {
  const section = text.slice(text.indexOf('### Which devices'), text.indexOf('### Devices without light'));
  const rows = [...section.matchAll(/^\| (`.*?) \| (.*) \|$/gm)].map(([, names = '', cells = '']) => ({
    names: [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    cells: cells.split(' | '),
  }));
  const stated = new Map(rows.flatMap(({ names, cells }) => names.map((name) => [name, cells])));
  expect([...stated.keys()].toSorted()).toEqual(PRODUCTS.map(({ name }) => name).toSorted());
  const { sid, sn: gateway } = await makeDevice(sql, { product: 'HG-1' });
  for (const { name, profile } of PRODUCTS) {
    const { sn } = await makeDevice(sql, { sid, product: name });
    const isOnBus = profileOf(profile).acceptsCommands !== true && name !== 'OpenDTU';
    if (isOnBus) await sql`update devices set gateway_sn = ${gateway} where sid = ${sid} and sn = ${sn}`;
    const offered = await sql.begin((tx) => controllableDevice(tx, { sid, sn })).catch((error) => error.word);
    const actions =
      offered === 'notControllable' ? [] : offered.actions.map(({ action }: { action: string }) => action);
    const yes = [
      offered !== 'notControllable' && offered.parameters.length > 0,
      actions.includes('limit'),
      actions.includes('on') && actions.includes('off'),
      actions.includes('restart'),
    ];
    expect([name, ...stated.get(name)!]).toEqual([name, ...yes.map((is) => (is ? 'yes' : 'no'))]);
  }
  expect(section).toContain(`error ${REFUSALS.actionNotOffered}`);
  expect(section).toContain(`${REFUSALS.notControllable} (\`notControllable\`)`);
});

test('describes quantities that are stored exactly as sent, for each kind', async () => {
  clock.set('2026-11-21T13:09:00Z');
  const { sid, sn } = await makeDevice(sql, { sn: 'DIGITS01', product: 'HG-1' });
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  const kinds = REPORT_KINDS.filter((kind) => kind !== 'gateway');
  const numberOf = (kind: string): string => `DIG-${kind.toUpperCase()}`;
  await device.up('announce', { v: 1, kind: 'gateway', devices: kinds.map((kind) => ({ sn: numberOf(kind), kind })) });
  const at = clock.now().getTime();
  for (const kind of kinds) {
    // Plausible power for the kind; other quantities within their range.
    const values = [...reportNames(kind)].map(([field, name], n) => {
      const { max, unit } = QUANTITIES[name];
      return [field, name, unit === 'W' ? 1_234.567_890_123 + n / 7 : (max * (n + 1)) / 997.3] as const;
    });
    const sent = new Map(values.map(([field, name, value]) => [name, [field, value]] as const));
    await device.up('report', { v: 1, devices: [{ sn: numberOf(kind), at, q: Object.fromEntries(sent.values()) }] });
    const [stored] = (await storedSamples(sql, sid)).filter((sample) => sample.sn === numberOf(kind));
    expect(stored).toMatchObject(Object.fromEntries([...sent].map(([name, [, value]]) => [name, value])));
  }
});

test('contains examples that are accepted unchanged', async () => {
  clock.set('2026-11-21T13:09:00Z');
  const { sid, sn } = await makeDevice(sql, { sn: 'EXAMPLE1', product: 'HG-1' });
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  expect(parseAnnouncement(sn, Buffer.from(example('announce')))!.dropped).toBe(0);
  await device.up('announce', example('announce'));
  await device.up('report', example('report'));
  const stored = (await storedSamples(sql, sid)).filter((sample) => sample.sn !== sn);
  expect(stored).toEqual([
    expect.objectContaining({ sn: '1F90FF72', powerW: 311.2, frequencyHz: 50.01, input1PowerW: 160.3 }),
    expect.objectContaining({ sn: 'EM300017', gridPowerW: -212.5, gridImportWh: 1_204_567, gridExportWh: 3_390_112.4 }),
  ]);
  const [gateway] = await sql`select refused, ignored_values from gateways where sn = ${sn}`;
  expect(gateway).toMatchObject({ refused: {}, ignoredValues: 0 });
});
