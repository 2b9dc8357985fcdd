// device/meter/settings: role and polarity of a meter or battery, each with the day since when.

import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { readMeterSettings } from '../../../installation/meterSettings.ts';
import { settingOn } from '../../../installation/rules/flowRoles.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceMeterSettings: Handler<'device/meter/settings'> = async (request, { sql, session, at }) => {
  const { sid, sn, timezone } = await accessibleDevice({ sql, session, at }, request);
  const { settable, settings, meterType } = (await readMeterSettings(sql, { sid, sn }))!;
  const { role, reversed, batteryReversed } = settingOn(settings, localDay(at.getTime(), timezone));
  return { sid, sn, settable, meterType, role, reversed, batteryReversed, list: [...settings] };
};
