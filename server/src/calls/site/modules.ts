// site/modules: the modules (inputs) of a plant by device.
import { USUAL_UPLOAD_S } from '@heliograph/contract/freshness.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Transaction } from '../../db/connect.ts';
import { localDay } from '../../rules/localDays.ts';
import { inputsOf, moduleSerial } from '../../rules/modules.ts';
import { isCommissionedOn, shownDeviceStatus } from '../../rules/status.ts';
import { visibleSite } from '../../sql/visibleSite.ts';
import { kWhOf } from '../../wire/figures.ts';
import { moduleNow } from '../../wire/moduleNow.ts';
import { alertWords, statusWords } from '../../wire/rowWords.ts';
import { isoOf, wireSeconds } from '../../wire/times.ts';
import type { Handler } from '../handler.ts';

export const siteModules: Handler<'site/modules'> = async ({ sid, page }, { sql, session, language, at }) => {
  const { timezone, commissionedOn } = await visibleSite(sql, session, sid);
  const today = localDay(at.getTime(), timezone);
  const isCommissioned = isCommissionedOn(commissionedOn, today);
  const devices = await devicesOf(sql, sid);
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
      ...statusWords(shownDeviceStatus(device.status, isCommissioned), language),
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

interface DeviceNow {
  sn: string;
  alias: string;
  model: number;
  modelName: string;
  inputs: number;
  phases: number;
  uploadEveryS: number;
  firmware: string;
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
    select d.sn, d.alias, p.model, p.name as model_name, p.inputs, p.phases, coalesce(l.status, 2) as status,
      coalesce(l.status_bits, 0) as status_bits, l.at, coalesce(l.upload_every_s, ${USUAL_UPLOAD_S}) as upload_every_s,
      coalesce(l.firmware, '') as firmware, l.power_w, coalesce(l.quantities, '{}') as quantities, l.day, l.today_wh, l.total_wh
    from devices d join products p on p.id = d.product_id left join device_live l using (sid, sn)
    where d.sid = ${sid} and d.removed_at is null
    order by d.string_number, d.sn`;
}
