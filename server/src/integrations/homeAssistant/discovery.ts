// Home Assistant's MQTT discovery of a plant: one device for the plant, one for each of its devices, and one state message that all their entities read.
import type { Response } from '@heliograph/contract/calls.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { NODE_NAMES, NODES, nodePower, numberOf } from '../../energy/flows/nodePower.ts';
import { type MessageKey, messageText } from '../../platform/texts/translate.ts';
import { version } from '../../version.ts';

type Plant = Response<'site/overview'>;
type Devices = Response<'device/list'>['list'];

/** Time without an update after which Home Assistant shows a value as unknown, s. */
const EXPIRES_S = 900;

interface Quantity {
  /** Key in the state message and in the entity's id. */
  key: string;
  name: MessageKey;
  unit: 'W' | 'kWh' | '%' | undefined;
  deviceClass: 'power' | 'energy' | 'battery' | 'problem' | 'connectivity' | 'timestamp' | undefined;
  /** Energies of a day restart at zero each day, which `total_increasing` allows. */
  stateClass: 'measurement' | 'total_increasing' | undefined;
}

const power = (key: string, name: MessageKey): Quantity => ({
  key,
  name,
  unit: 'W',
  deviceClass: 'power',
  stateClass: 'measurement',
});
const energy = (key: string, name: MessageKey): Quantity => ({
  key,
  name,
  unit: 'kWh',
  deviceClass: 'energy',
  stateClass: 'total_increasing',
});
const soc: Quantity = { key: 'soc', name: 'feed.soc', unit: '%', deviceClass: 'battery', stateClass: 'measurement' };
const plain = (key: string, name: MessageKey, deviceClass: Quantity['deviceClass']): Quantity => ({
  key,
  name,
  unit: undefined,
  deviceClass,
  stateClass: undefined,
});

const BINARY = new Set<Quantity['deviceClass']>(['problem', 'connectivity']);

const FLOWS = ['fromGrid', 'toGrid', 'charge', 'discharge', 'home'] as const;

/** All possible quantities, each with whether the plant or device has it. */
type Quantities = readonly (readonly [Quantity, boolean])[];

function quantitiesOfPlant({ energy: flow, balance }: Plant): Quantities {
  return [
    ...NODE_NAMES.map((part) => [power(NODES[part], `feed.${NODES[part]}`), flow[part].show] as const),
    [soc, flow.battery.show],
    [energy('today', 'feed.today'), true],
    [energy('total', 'feed.total'), true],
    ...FLOWS.map((name) => [energy(`today_${name}`, `feed.today_${name}`), Boolean(balance)] as const),
    [plain('problem', 'feed.problem', 'problem'), true],
    [plain('status', 'feed.status', undefined), true],
    [plain('updated', 'feed.updated', 'timestamp'), true],
  ];
}

function quantitiesOfDevice({ nowOf, todayPower, totalPower, batterySoc }: Devices[number]): Quantities {
  return [
    [power('power', 'feed.power'), nowOf !== null],
    [energy('today', 'feed.today'), todayPower !== null],
    [energy('total', 'feed.total'), totalPower !== null],
    [soc, batterySoc !== null],
    [plain('live', 'feed.live', 'connectivity'), true],
  ];
}

export const stateTopic = (sid: string): string => `heliograph/${sid}/state`;
const configTopic = (id: string): string => `homeassistant/device/${id}/config`;

/** Returns the discovery payload of each device, by topic; it changes only when something is added or removed. */
export function configsOf(plant: Plant, devices: Devices, language: LanguageCode): Map<string, string> {
  const { sid, siteName } = plant;
  const origin = { name: 'Heliograph', sw_version: version };
  // An omitted component stays in Home Assistant; an entity is removed by a component with only its platform.
  const componentsOf = (id: string, of: string, quantities: Quantities) =>
    Object.fromEntries(
      quantities.map(([{ key, name, unit, deviceClass, stateClass }, has]) => [
        key,
        {
          platform: BINARY.has(deviceClass) ? 'binary_sensor' : 'sensor',
          ...(has && {
            unique_id: `${id}_${key}`,
            name: messageText(language, name),
            value_template: `{{ value_json${of}.${key} }}`,
            ...(deviceClass ? { device_class: deviceClass } : {}),
            ...(unit ? { unit_of_measurement: unit } : {}),
            ...(stateClass ? { state_class: stateClass } : {}),
            ...(stateClass === 'measurement' ? { expire_after: EXPIRES_S } : {}),
          }),
        },
      ]),
    );
  const configs = new Map<string, string>();
  const id = `heliograph_${sid}`;
  const shared = { origin, state_topic: stateTopic(sid), qos: 1 };
  configs.set(
    configTopic(id),
    JSON.stringify({
      device: { identifiers: [id], name: siteName, manufacturer: 'Heliograph' },
      components: componentsOf(id, '', quantitiesOfPlant(plant)),
      ...shared,
    }),
  );
  for (const device of devices) {
    const { sn, alias, modelName, CPUVersion } = device;
    const own = `${id}_${sn}`;
    configs.set(
      configTopic(own),
      JSON.stringify({
        device: {
          identifiers: [own],
          name: alias || sn,
          model: modelName,
          serial_number: sn,
          ...(CPUVersion ? { sw_version: CPUVersion } : {}),
          via_device: id,
        },
        components: componentsOf(own, `.devices['${sn}']`, quantitiesOfDevice(device)),
        ...shared,
      }),
    );
  }
  return configs;
}

/** Returns the state message. Null, which templates render as "None", means unknown to Home Assistant. */
export function stateOf(plant: Plant, devices: Devices): string {
  const { energy: flow, statisticsProduction, balance, problems, statusTitle, lastUpdateIso } = plant;
  const nodes = NODE_NAMES.map((part) => [NODES[part], nodePower(part, flow[part])]);
  return JSON.stringify({
    ...Object.fromEntries(nodes),
    soc: flow.battery.showPower ? numberOf(flow.battery.rate) : null,
    today: numberOf(statisticsProduction.today),
    total: numberOf(statisticsProduction.total),
    ...(balance ? Object.fromEntries(FLOWS.map((name) => [`today_${name}`, balance.today[name].energy])) : {}),
    problem: problems.some(({ isCounted }) => isCounted) ? 'ON' : 'OFF',
    status: statusTitle,
    updated: lastUpdateIso,
    devices: Object.fromEntries(
      devices.map(({ sn, isLive, now, todayPower, totalPower, batterySoc }) => [
        sn,
        {
          power: isLive ? now : null,
          today: todayPower,
          total: totalPower,
          soc: batterySoc,
          live: isLive ? 'ON' : 'OFF',
        },
      ]),
    ),
  });
}
