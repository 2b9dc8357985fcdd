// device/modules: the modules (inputs) of a device with their latest values.

import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { modulesToday } from '../../energy/modules/moduleEnergy.ts';
import { moduleRows } from '../../installation/modules.ts';
import { moduleFactsOf } from '../../installation/presentModule.ts';
import { moduleSerial, modulesOf } from '../../installation/rules/orientation.ts';
import { alertTexts } from '../../live/rowTexts.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { isoOf, wireSeconds } from '../../platform/calendar/times.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { moduleNow } from '../../roof/moduleNow.ts';

export const deviceModules: Handler<'device/modules'> = async (request, { sql, session, language, at }) => {
  const device = await accessibleDevice({ sql, session, at }, request);
  const { sid, sn, timezone, quantities } = device;
  const [rows, today] = await Promise.all([
    moduleRows(sql, sid, [sn]),
    modulesToday(sql, device, [device], localDay(at.getTime(), timezone)),
  ]);
  const moduleSettings = rows.get(sn) ?? [];
  const list = modulesOf(device.inputs, quantities, moduleSettings).map((input) => ({
    plcSN: moduleSerial(sn, input),
    addr: input,
    ...moduleFactsOf(
      device,
      moduleSettings.find((row) => row.input === input),
    ),
    ...moduleNow(device, input, at),
    todayPower: kWhOf(today.get(sn)?.get(input) ?? null),
    units: 'W',
    status: alertTexts(device, language).alertCode,
    model: device.model,
    model_name: device.modelName,
    lastUpdate: wireSeconds(device.at, timezone),
    lastUpdateIso: isoOf(device.at, timezone),
    lastUpdateTime: device.at ? Math.floor(device.at.getTime() / 1000) : 0,
  }));
  return { list, total: list.length };
};
