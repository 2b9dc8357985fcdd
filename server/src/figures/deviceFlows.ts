// What a device's flows were over the usual periods, as its pages and its calls show them.
import type { DeviceFlow } from '@heliograph/contract/entities/statistics.ts';
import type { Caller } from '../context.ts';
import { messageText } from '../messages/messageText.ts';
import { localDay } from '../rules/localDays.ts';
import { flowsOfPeriods } from '../sql/flowsOfPeriods.ts';
import { usualPeriods } from '../sql/timeBuckets.ts';
import type { Device } from '../sql/visibleDevice.ts';

/** Only those that anything is known of. The device was found among the visible ones. */
export async function deviceFlows(
  device: Pick<Device, 'sid' | 'sn' | 'timezone'>,
  { sql, language, at }: Pick<Caller, 'sql' | 'language' | 'at'>,
): Promise<DeviceFlow[]> {
  const flows = await flowsOfPeriods(sql, device, usualPeriods(localDay(at.getTime(), device.timezone)), at);
  return flows.map(({ flow, figures: [today, yesterday, month, year, total] }) => ({
    ...{ flow, name: messageText(language, `flows.${flow}`) },
    ...{ today: today!, yesterday: yesterday!, month: month!, year: year!, total: total! },
  }));
}
