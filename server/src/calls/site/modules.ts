// site/modules: the modules (inputs) of a plant by device.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Transaction } from '../../db/connect.ts';
import type { Handler } from '../../http/handler.ts';
import { alertWords, statusWords } from '../../messages/rowWords.ts';
import { localDay } from '../../rules/localDays.ts';
import { moduleNow } from '../../rules/moduleNow.ts';
import { inputsOf, moduleSerial } from '../../rules/modules.ts';
import { kWhOf } from '../../rules/money.ts';
import { isoOf, wireSeconds } from '../../rules/wireTimes.ts';
import { visibleSite } from '../../sql/visibleSite.ts';

export const siteModules: Handler<'site/modules'> = async ({ sid }, { sql, session, language, at }) => {
  const { timezone } = await visibleSite(sql, session, sid);
  const today = localDay(at.getTime(), timezone);
  const list = (await devicesOf(sql, sid)).map((device) => {
    const { alertCode, alertTitle } = alertWords(device, language);
    const heard = { lastUpdate: wireSeconds(device.at, timezone), lastUpdateIso: isoOf(device.at, timezone) };
    return {
      sn: device.sn,
      isPhase: 0,
      modules: inputsOf(device.inputs, device.quantities).map((input) => ({
        plcSN: moduleSerial(device.sn, input),
        addr: input,
        ...heard,
        lastUpdateTime: device.at ? Math.floor(device.at.getTime() / 1000) : 0,
        ...moduleNow(device, input, today, at),
        // Inputs keep no counter for life: only of a one-input model it is the device's.
        totalPower: device.inputs === 1 && device.at ? kWhOf(device.totalWh) : null,
        units: 'W',
        version: '',
        status: alertCode,
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
      version: '',
      alias: device.alias,
    };
  });
  return { list, total_plc: list.reduce((sum, { modules }) => sum + modules.length, 0), is_all: true };
};

interface DeviceNow {
  sn: string;
  alias: string;
  model: number;
  modelName: string;
  inputs: number;
  status: number;
  statusBits: number;
  at: Date | null;
  powerW: number | null;
  quantities: Quantities;
  day: string | null;
  todayWh: number | null;
  totalWh: number | null;
}

async function devicesOf(sql: Transaction, sid: string): Promise<DeviceNow[]> {
  return await sql<DeviceNow[]>`
    select d.sn, d.alias, p.model, p.name as model_name, p.inputs, coalesce(l.status, 2) as status,
      coalesce(l.status_bits, 0) as status_bits, l.at, l.power_w, coalesce(l.quantities, '{}') as quantities, l.day, l.today_wh, l.total_wh
    from devices d join products p on p.id = d.product_id left join device_live l using (sid, sn)
    where d.sid = ${sid} and d.removed_at is null
    order by d.string_number, d.sn`;
}
