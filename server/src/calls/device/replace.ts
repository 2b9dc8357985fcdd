// device/replace: replaces a device by another one, which takes over its settings and continues its totals.

import { ApiError } from '@heliograph/contract/errors.ts';
import type { MeterType } from '@heliograph/contract/flows.ts';
import { lockEditableDevice } from '../../access/lockDevice.ts';
import { childrenOf, claimDevices, releaseDevices } from '../../claiming/claimDevices.ts';
import { carriedTo } from '../../devices/replacement/openingBalance.ts';
import { type Kind, mayHaveInput, reportKindOf } from '../../families/kinds.ts';
import { enqueueReplay } from '../../ingest/unclaimed/replayReports.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Handler } from '../../platform/handler.ts';
import { clearPlaces, writePlaces } from '../../roof/layout.ts';
import { moduleSettingsOf, writeModules } from '../../roof/saveModules.ts';

interface DeviceSettings {
  model: number;
  alias: string;
  stringNumber: number | null;
  tilt: number | null;
  azimuth: number | null;
  orientation: 'portrait' | 'landscape' | null;
  gatewaySn: string;
  meterType: MeterType | null;
}

export const deviceReplace: Handler<'device/replace'> = async ({ sid, sn, by, model, reason }, caller) => {
  const { sql, session, at } = caller;
  if (!session.permissions.has('DeviceRegister')) throw new ApiError('forbidden');
  const device = await lockEditableDevice(caller, { sid, sn });
  if (device.removed) throw new ApiError('deviceNotFound');
  const [settings] = await sql<DeviceSettings[]>`
    select p.model, d.alias, d.string_number, d.tilt_deg as tilt, d.azimuth_deg as azimuth, d.orientation, d.gateway_sn, d.meter_type
    from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.sn = ${sn}`;
  const { alias, stringNumber, tilt, azimuth, orientation, gatewaySn, meterType } = settings!;
  const credentials = await claimDevices(caller, sid, [
    {
      sn: by,
      model: model ?? settings!.model,
      alias,
      ...(stringNumber === null ? {} : { stringNumber }),
      ...(tilt === null ? {} : { tilt }),
      ...(azimuth === null ? {} : { azimuth }),
      ...(orientation === null ? {} : { orientation }),
    },
  ]);
  const [replacement] = await sql<{ kind: Kind; inputs: number }[]>`
    select p.kind, p.inputs from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.sn = ${by}`;
  // A meter replacing an inverter would continue the wrong total.
  if (reportKindOf(replacement!.kind) !== reportKindOf(device.kind)) throw new ApiError('otherKindComes', { sn: by });
  const modules = (await moduleSettingsOf(sql, sid, [sn])).map((module) => ({ ...module, sn: by }));
  await writeModules(
    sql,
    sid,
    modules.filter(({ input }) => mayHaveInput(replacement!.kind, replacement!.inputs, input)),
  );
  const today = localDay(at.getTime(), device.timezone);
  const [setting] = await sql<{ role: string; reversed: boolean; batteryReversed: boolean }[]>`
    select role, reversed, battery_reversed from meter_settings
    where sid = ${sid} and sn = ${sn} and valid_from <= ${today} order by valid_from desc limit 1`;
  if (setting)
    await sql`
      insert into meter_settings (sid, sn, valid_from, role, reversed, battery_reversed)
      values (${sid}, ${by}, ${today}, ${setting.role}, ${setting.reversed}, ${setting.batteryReversed}) on conflict do nothing`;
  const children = await childrenOf(sql, { sid, sn });
  await sql`
    update devices set gateway_sn = ${by} where sid = ${sid} and sn in (select unnest(${textArray(children)}::text::text[]))`;
  // Also takes over the cells on the roof, for inputs that the replacement has.
  const cells = await clearPlaces(sql, sid, [sn]);
  const ended = await releaseDevices(sql, { sid, at, reason }, [sn]);
  // Read after the release, when no more energy is counted for the old device.
  const { offsetWh, flowOffsets } = await carriedTo(sql, { sid, sn, by });
  await sql`
    update devices set replaces_sn = ${sn}, offset_wh = ${offsetWh}, flow_offsets = ${JSON.stringify(flowOffsets)}::text::jsonb,
      gateway_sn = ${gatewaySn}, meter_type = ${meterType} where sid = ${sid} and sn = ${by}`;
  const retained = cells.filter(({ input }) => mayHaveInput(replacement!.kind, replacement!.inputs, input));
  await writePlaces(
    sql,
    sid,
    retained.map((cell) => ({ ...cell, sn: by })),
  );
  await enqueueReplay(sql, sid, [by], at);
  caller.noteAudit({ before: { sn }, after: { sn: by, reason, offsetWh, flowOffsets, ...ended } });
  return { credentials };
};
