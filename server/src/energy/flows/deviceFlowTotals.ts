// Returns the flows of a device over the standard periods, for its pages and calls.
import type { DeviceFlow, FlowFigure } from '@heliograph/contract/entities/statistics.ts';
import { FLOWS } from '@heliograph/contract/flows.ts';
import type { Device } from '../../access/accessibleDevice.ts';
import type { CallContext } from '../../context.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { standardPeriods } from '../../platform/calendar/timeBuckets.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { messageText } from '../../platform/texts/translate.ts';
import { flowsOfPeriods } from '../periods/flowsOfPeriods.ts';

/** In the order of `standardPeriods`: the last one is the lifetime. */
type FiveFigures = [FlowFigure, FlowFigure, FlowFigure, FlowFigure, FlowFigure];
const NOTHING: FlowFigure = { energy: null, unit: 'kWh', source: 'none', completeness: 0, spread: null };

/**
 * Returns the flows with any data. Energy counted by the devices that this one replaced
 * (`devices/replacement/openingBalance.ts`) is included only in the total: days stay with the device that measured them,
 * and so do the plant's sums. The caller has checked access to the device.
 */
export async function deviceFlows(
  device: Pick<Device, 'sid' | 'sn' | 'timezone' | 'flowOffsets'>,
  { sql, language, at }: Pick<CallContext, 'sql' | 'language' | 'at'>,
): Promise<DeviceFlow[]> {
  const periods = standardPeriods(localDay(at.getTime(), device.timezone));
  const flows = await flowsOfPeriods(sql, device, periods, at);
  return FLOWS.flatMap((flow) => {
    const offsetWh = device.flowOffsets[flow] ?? 0;
    const totals = flows.find((row) => row.flow === flow);
    if (!totals && offsetWh === 0) return [];
    const [today, yesterday, month, year, total] = (totals?.figures ?? periods.map(() => NOTHING)) as FiveFigures;
    const energy = offsetWh > 0 ? kWhOf((totals?.energiesWh.at(-1) ?? 0) + offsetWh) : total.energy;
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
