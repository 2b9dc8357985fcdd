// device/modules: the modules (inputs) of a device with their latest values.

import { modulesToday } from '../../figures/moduleEnergy.ts';
import type { Handler } from '../../handler.ts';
import { localDay } from '../../rules/localDays.ts';
import { moduleSerial, modulesOf } from '../../rules/modules.ts';
import { moduleRows } from '../../sql/modules.ts';
import { visibleDevice } from '../../sql/visibleDevice.ts';
import { kWhOf } from '../../wire/figures.ts';
import { moduleFactsOf } from '../../wire/moduleFacts.ts';
import { moduleNow } from '../../wire/moduleNow.ts';
import { alertWords } from '../../wire/rowWords.ts';
import { isoOf, wireSeconds } from '../../wire/times.ts';

export const deviceModules: Handler<'device/modules'> = async (request, { sql, session, language, at }) => {
  const device = await visibleDevice({ sql, session, at }, request);
  const { sid, sn, timezone, quantities } = device;
  const [rows, today] = await Promise.all([
    moduleRows(sql, sid, [sn]),
    modulesToday(sql, device, [device], localDay(at.getTime(), timezone)),
  ]);
  const said = rows.get(sn) ?? [];
  const list = modulesOf(device.inputs, quantities, said).map((input) => ({
    plcSN: moduleSerial(sn, input),
    addr: input,
    ...moduleFactsOf(
      device,
      said.find((row) => row.input === input),
    ),
    ...moduleNow(device, input, at),
    todayPower: kWhOf(today.get(sn)?.get(input) ?? null),
    units: 'W',
    status: alertWords(device, language).alertCode,
    model: device.model,
    model_name: device.modelName,
    lastUpdate: wireSeconds(device.at, timezone),
    lastUpdateIso: isoOf(device.at, timezone),
    lastUpdateTime: device.at ? Math.floor(device.at.getTime() / 1000) : 0,
  }));
  return { list, total: list.length };
};
