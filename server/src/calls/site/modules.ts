// site/modules: the modules (inputs) of a plant by device.

import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Transaction } from '../../db/connect.ts';
import type { Handler } from '../../handler.ts';
import { localDay } from '../../rules/localDays.ts';
import { inputsOf, moduleSerial } from '../../rules/modules.ts';
import { visibleSite } from '../../sql/visibleSite.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../../sql/withLive.ts';
import { kWhOf } from '../../wire/figures.ts';
import { moduleNow } from '../../wire/moduleNow.ts';
import { alertWords, statusWords } from '../../wire/rowWords.ts';
import { isoOf, wireSeconds } from '../../wire/times.ts';

export const siteModules: Handler<'site/modules'> = async ({ sid, page }, { sql, session, language, at }) => {
  const { timezone } = await visibleSite({ sql, session, at }, sid);
  const today = localDay(at.getTime(), timezone);
  const devices = await devicesOf(sql, sid, at);
  const from = page ? page.size * page.num : 0;
  const to = page ? from + page.size : devices.length;
  const list = devices.slice(from, to).map((device) => {
    const { alertCode, alertTitle } = alertWords(device, language);
    const heard = { lastUpdate: wireSeconds(device.at, timezone), lastUpdateIso: isoOf(device.at, timezone) };
    return {
      sn: device.sn,
      isPhase: device.phases === 3 ? 1 : 0,
      modules: inputsOf(device.inputs, device.quantities).map((input) => ({
        plcSN: moduleSerial(device.sn, input),
        addr: input,
        ...heard,
        lastUpdateTime: device.at ? Math.floor(device.at.getTime() / 1000) : 0,
        ...moduleNow(device, input, today, at),
        // Inputs keep no counter for life: only of a one-input model it is the device's.
        totalPower: device.inputs === 1 && device.at ? kWhOf(device.totalWh) : null,
        units: 'W',
        version: device.firmware,
        status: alertCode,
        // Pages of a layout, of which there is none yet.
        page: 0,
        model: device.model,
        model_name: device.modelName,
      })),
      ...statusWords(device.status, language),
      alertCode,
      alertTitle,
      model: device.model,
      modelName: device.modelName,
      ...heard,
      version: device.firmware,
      alias: device.alias,
    };
  });
  const total = devices.reduce((sum, { inputs, quantities }) => sum + inputsOf(inputs, quantities).length, 0);
  return { list, total_plc: total, is_all: to >= devices.length };
};

interface DeviceNow extends LiveDevice {
  sn: string;
  alias: string;
  model: number;
  modelName: string;
  inputs: number;
  phases: number;
  quantities: Quantities;
}

async function devicesOf(sql: Transaction, sid: string, at: Date): Promise<DeviceNow[]> {
  return await sql<DeviceNow[]>`
    select d.sn, d.alias, p.model, p.name as model_name, p.inputs, p.phases, coalesce(l.quantities, '{}') as quantities,
      ${liveDevice(sql, at)}
    from ${devicesWithLive(sql)}
    where d.sid = ${sid} and d.removed_at is null
    order by d.string_number, d.sn`;
}
