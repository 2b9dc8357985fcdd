// device/detail: one device, its identity, its place, the latest value of each quantity.
import { parametersOf, profileOf } from '../../families/families.ts';
import type { Handler } from '../../handler.ts';
import { isFresh } from '../../rules/freshness.ts';
import { deviceRows } from '../../sql/deviceRows.ts';
import { visibleDevice } from '../../sql/visibleDevice.ts';

export const deviceDetail: Handler<'device/detail'> = async (request, caller) => {
  const { sql, session, at } = caller;
  const device = await visibleDevice({ sql, session, at }, request);
  const [row] = await deviceRows(sql, sql`d.sid = ${device.sid} and d.sn = ${device.sn}`, caller);
  const fresh = isFresh(device, at);
  return {
    ...row!,
    timezone: device.timezone,
    inputs: device.inputs,
    ratedPower: device.ratedPowerW,
    stringNumber: device.stringNumber,
    tilt: device.tiltDeg,
    azimuth: device.azimuthDeg,
    orientation: device.orientation,
    mode: profileOf(device.frameProfile).modes[device.mode] ?? '',
    values: parametersOf(device).map(({ name, unit, quantity }) => {
      const value = fresh ? device.quantities[quantity] : null;
      return { name, unit, value: typeof value === 'number' ? Math.round(value * 100) / 100 : null };
    }),
  };
};
