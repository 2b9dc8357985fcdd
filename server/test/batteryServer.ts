// Server with batteries and hybrids that execute commands over MQTT, and the calls of their kinds, for tests of settings.
import type { Response } from '@heliograph/contract/calls.ts';
import { expect } from 'vitest';
import { BATTERY_VALUES } from './batterySets.ts';
import { makeDevice } from './factories.ts';
import { createGatewayPlant, newMemory, type Obeys, playGateway } from './gatewayPlant.ts';
import { mqttServer } from './mqttServer.ts';

export const CALLS = {
  Battery: { view: 'battery/hx/params/view', set: 'battery/hx/params/setting' },
  'Hybrid inverter': { view: 'ksp/cureParamateMap', set: 'ksp/paramateCure' },
} as const;

export async function startBatteryServer() {
  const server = await mqttServer();
  const { sql, ask, port, clock } = server;

  /** Creates a battery in its own plant, connected unless `isAway`. */
  async function battery(
    product: keyof typeof CALLS = 'Battery',
    { how, isAway = false }: { how?: Obeys; isAway?: boolean } = {},
  ) {
    const plant = await createGatewayPlant(server);
    const { sid, first } = plant;
    const { sn } = await makeDevice(sql, { sid, product });
    const memory = newMemory({ ...BATTERY_VALUES, batteryMode: 1 });
    if (!isAway) await playGateway(server, port, { sn, memory, ...(how ? { how } : {}) });
    const view = (): Promise<Response<'battery/hx/params/view'>> => ask(CALLS[product].view, { sid, sn }, first);
    // Moves the clock, because lists return the newest request first.
    const read = async () => {
      const response = await ask('gateway/bsg/server', { sid, sn, read: (await view()).names }, first);
      clock.forward(1);
      return response;
    };
    const becomes = async (state: string) => {
      await expect.poll(async () => (await view()).change?.state, { interval: 50 }).toBe(state);
      clock.forward(1);
    };
    return { ...plant, sn, key: { sid, sn }, memory, view, read, becomes };
  }
  return { ...server, battery };
}
