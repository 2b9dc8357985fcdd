// device/meter/setUp: sets what a meter measures, and the polarity of a meter or battery; a job recomputes its flows.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { readMeterSettings } from '../../../installation/meterSettings.ts';
import { notifyRegistry } from '../../../platform/database/registryChannel.ts';
import { enqueueJob } from '../../../platform/database/siteJobs.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceMeterSetUp: Handler<'device/meter/setUp'> = async ({ sid, sn, list, meterType }, caller) => {
  const { sql, session, at } = caller;
  await lockEditableSite(sql, session, sid);
  const device = seesDevices(session) ? await readMeterSettings(sql, { sid, sn }) : undefined;
  if (!device || device.removed) throw new ApiError('deviceNotFound');
  const { settable, settings: before, meterType: typeBefore } = device;
  const typeAfter = meterType === undefined ? typeBefore : meterType;
  const isOnlyOfMeters = typeAfter !== null || list.some(({ role }) => role !== 'grid');
  if (settable === null || (settable !== 'meter' && isOnlyOfMeters)) throw new ApiError('noMeter');
  const after = list
    .toSorted((left, right) => (left.validFrom < right.validFrom ? -1 : 1))
    // A device that measures at one point has one direction.
    .map((setting) => (settable === 'inverter' ? setting : { ...setting, batteryReversed: setting.reversed }));
  const isSameList = JSON.stringify(before) === JSON.stringify(after);
  if (isSameList && typeAfter === typeBefore) return {};
  caller.noteAudit({
    before: { sn, meterType: typeBefore, list: before },
    after: { sn, meterType: typeAfter, list: after },
  });
  await sql`update devices set meter_type = ${typeAfter} where sid = ${sid} and sn = ${sn}`;
  if (isSameList) return {};
  await sql`delete from meter_settings where sid = ${sid} and sn = ${sn}`;
  for (const { validFrom, role, reversed, batteryReversed } of after)
    await sql`
      insert into meter_settings (sid, sn, valid_from, role, reversed, battery_reversed)
      values (${sid}, ${sn}, ${validFrom}, ${role}, ${reversed}, ${batteryReversed})`;
  // Reports being ingested with the old settings are parsed again; the current flow follows with the next report.
  await sql`
    update device_live set version = version + 1, fold = fold + 1, flow_w = null where sid = ${sid} and sn = ${sn}`;
  await sql`update site_live set set_up_checked_on = null where sid = ${sid}`;
  await notifyRegistry(sql, [sn]);
  await enqueueJob(sql, sid, 'readFlows', at);
  return {};
};
