// What a device's flows were over the usual periods, as its pages and its calls show them.
import type { DeviceFlow, FlowFigure } from '@heliograph/contract/entities/statistics.ts';
import { FLOWS } from '@heliograph/contract/flows.ts';
import type { Device } from '../../access/accessibleDevice.ts';
import type { CallContext } from '../../context.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { standardPeriods } from '../../platform/calendar/timeBuckets.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { messageText } from '../../platform/texts/translate.ts';
import { flowsOfPeriods } from '../periods/flowsOfPeriods.ts';

/** As `standardPeriods` has them: the last one is everything. */
type Five = [FlowFigure, FlowFigure, FlowFigure, FlowFigure, FlowFigure];
const NOTHING: FlowFigure = { energy: null, unit: 'kWh', source: 'none', completeness: 0, spread: null };

/**
 * Only those that anything is known of. The device was found among the visible ones. What the devices had counted in whose place
 * it is (`devices/replacement/openingBalance.ts`) is part of the total alone: days stay with who measured them, and so do the plant's sums.
 */
export async function deviceFlows(
  device: Pick<Device, 'sid' | 'sn' | 'timezone' | 'flowOffsets'>,
  { sql, language, at }: Pick<CallContext, 'sql' | 'language' | 'at'>,
): Promise<DeviceFlow[]> {
  const periods = standardPeriods(localDay(at.getTime(), device.timezone));
  const flows = await flowsOfPeriods(sql, device, periods, at);
  return FLOWS.flatMap((flow) => {
    const offsetWh = device.flowOffsets[flow] ?? 0;
    const told = flows.find((row) => row.flow === flow);
    if (!told && offsetWh === 0) return [];
    const [today, yesterday, month, year, total] = (told?.figures ?? periods.map(() => NOTHING)) as Five;
    const energy = offsetWh > 0 ? kWhOf((told?.energiesWh.at(-1) ?? 0) + offsetWh) : total.energy;
    return [
      {
        flow,
        name: messageText(language, `flows.${flow}`),
        carriedOver: kWhOf(offsetWh),
        today,
        yesterday,
        month,
        year,
        total: { ...total, energy },
      },
    ];
  });
}
