// Plant with a limit rule: an inverter on a gateway that executes commands over MQTT, a grid meter, and the enforcing job, run by the test.
import type { Request } from '@heliograph/contract/calls.ts';
import { expect } from 'vitest';
import { enforceLimits } from '../src/commands/limitRules/enforce.ts';
import { readingOfReport } from '../src/families/families.ts';
import { ingestReports } from '../src/ingest/ingestReports.ts';
import { makeDevice } from './factories.ts';
import { createGatewayPlant, makeChild, newMemory, type Obeys, obeys, playGateway } from './gatewayPlant.ts';
import { passwordOf } from './mqttDevices.ts';
import { mqttServer } from './mqttServer.ts';

export type Rule = Omit<Request<'site/limitRule/setUp'>, 'sid'>;
export const SIXTY: Rule = { kind: 'feedIn', most: 60, mostUnit: '%', safePercent: 30 };
export const NO_EXPORT: Rule = { kind: 'feedIn', most: 0, mostUnit: 'W', byMeter: true, safePercent: 10 };
export const LATER = { timeout: 20_000, interval: 50 };

export async function startLimitRuleServer() {
  const server = await mqttServer();
  const { sql, ask, context, clock, port } = server;
  clock.set('2026-06-15T10:00:00Z');

  /** Creates a plant of 6.9 kW with one inverter on its gateway and a grid meter. */
  async function createPlant({ how }: { how?: Obeys } = {}) {
    const plant = await createGatewayPlant(server);
    const { sid, sn, first } = plant;
    const inverter = await makeChild(sql, { sid, gateway: sn });
    const meter = (await makeDevice(sql, { sid, product: 'Meter' })).sn;
    const memory = newMemory({ limitPercent: 100 });
    const password = await passwordOf(sql, sn);
    const comeBack = (behaviour: Obeys = obeys) => playGateway(server, port, { sn, memory, password, how: behaviour });
    await comeBack(how);
    const says = async (gridW: number | null, powerW = 3_000) => {
      const row = (of: string, q: object) => ({ sn: of, at: clock.now(), statusBits: 0, mode: -1, q });
      const readings = [
        readingOfReport(sn, 'microinverter', row(inverter, { powerW })).reading,
        ...(gridW === null ? [] : [readingOfReport(sn, 'meter', row(meter, { powerW: gridW })).reading]),
      ];
      await ingestReports(context, readings);
    };
    const set = (rule: Rule) => ask('site/limitRule/setUp', { sid, ...rule }, first);
    const told = () => ask('site/limitRule', { sid }, first);
    const commands = () =>
      sql<{ state: string; byRule: string; parameters: object; reason: string }[]>`
        select state, by_rule, parameters, reason from commands where sid = ${sid} and action = 'limit' order by asked_at, id`;
    const holds = async (percent: number) => {
      await expect.poll(() => memory.values.limitPercent, LATER).toBe(percent);
      await expect.poll(async () => (await commands()).at(-1)?.state, LATER).toBe('readBack');
    };
    /** Moves the clock, lets both devices report, and enforces limits. */
    const after = async (seconds: number, gridW: number | null, powerW?: number) => {
      clock.forward(seconds);
      await says(gridW, powerW);
      await enforceLimits(context);
    };
    await says(-2_000);
    return { ...plant, password, inverter, meter, memory, comeBack, says, set, told, commands, holds, after };
  }

  return { ...server, createPlant };
}
