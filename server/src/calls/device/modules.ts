// device/modules: the modules (inputs) of a device with their latest values.

import type { Handler } from '../../handler.ts';
import { isFresh } from '../../rules/freshness.ts';
import { localDay } from '../../rules/localDays.ts';
import { inputsOf, moduleSerial } from '../../rules/modules.ts';
import { visibleDevice } from '../../sql/visibleDevice.ts';
import { moduleNow } from '../../wire/moduleNow.ts';
import { alertWords } from '../../wire/rowWords.ts';
import { isoOf, wireSeconds } from '../../wire/times.ts';

export const deviceModules: Handler<'device/modules'> = async (request, { sql, session, language, at }) => {
  const device = await visibleDevice({ sql, session, at }, request);
  const { sn, timezone, quantities } = device;
  const today = localDay(at.getTime(), timezone);
  const fresh = isFresh(device, at);
  const list = inputsOf(device.inputs, quantities).map((input) => ({
    plcSN: moduleSerial(sn, input),
    addr: input,
    ...moduleNow(device, input, today, at),
    voltage: (fresh && quantities[`input${input}VoltageV`]) || null,
    current: fresh ? ((input <= 2 ? quantities[`input${input as 1 | 2}CurrentA`] : null) ?? null) : null,
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
