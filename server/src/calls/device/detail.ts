// device/detail: one device with its identity, location and the latest value of each quantity.

import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { deviceRows } from '../../devices/list/deviceRows.ts';
import { rejectedValues } from '../../energy/flows/rejectedValues.ts';
import { parametersOf, profileOf } from '../../families/families.ts';
import { titleOf } from '../../families/quantityTexts.ts';
import { isFresh } from '../../live/rules/freshness.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';

export const deviceDetail: Handler<'device/detail'> = async (request, caller) => {
  const { sql, session, at, language } = caller;
  const device = await accessibleDevice({ sql, session, at }, request);
  const [row] = await deviceRows(sql, [device.sid], sql`d.sid = ${device.sid} and d.sn = ${device.sn}`, caller);
  const rejected = await rejectedValues(sql, device, localDay(at.getTime(), device.timezone));
  const fresh = isFresh(device, at);
  return {
    ...row!,
    CPUVersion: row!.CPUVersion || (await announcedFirmware(sql, row!)),
    timezone: device.timezone,
    inputs: device.inputs,
    ratedPower: device.ratedPowerW,
    sitePowerMax: device.powerMaxW,
    stringNumber: device.stringNumber,
    tilt: device.tiltDeg,
    azimuth: device.azimuthDeg,
    orientation: device.orientation,
    replaces: device.replacesSn ?? '',
    carriedOver: kWhOf(device.offsetWh) ?? 0,
    mode: profileOf(device.frameProfile).modes[device.mode] ?? '',
    rejectedValues: rejected.map(({ quantity, ...value }) => ({ ...value, title: titleOf(quantity, language) })),
    values: parametersOf(device).map(({ name, unit, quantity }) => {
      const value = fresh ? device.quantities[quantity] : null;
      const rounded = typeof value === 'number' ? Math.round(value * 100) / 100 : null;
      return { name, unit, title: titleOf(quantity, language), value: rounded };
    }),
  };
};

/** Firmware of the device as announced by itself or by its gateway. */
async function announcedFirmware(
  sql: Transaction,
  { sid, sn, gatewaySn }: { sid: string; sn: string; gatewaySn: string },
): Promise<string> {
  const announced = await sql<{ sn: string; firmware: string; children: { sn: string; firmware: string }[] }[]>`
    select sn, firmware, children from gateways where sid = ${sid} and sn = any (${[sn, gatewaySn]}::text[])`;
  const own = announced.find((gateway) => gateway.sn === sn)?.firmware;
  return own || (announced.flatMap(({ children }) => children).find((child) => child.sn === sn)?.firmware ?? '');
}
