// device/history/electricity: a device's energies day by day, the same figures as in its overview.
import type { FlowFigure } from '@heliograph/contract/entities/statistics.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_CHART_DAYS } from '@heliograph/contract/limits.ts';
import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { assertHasBegun } from '../../../energy/charts/chartPeriods.ts';
import { energyOfPeriods } from '../../../energy/periods/energyOfPeriods.ts';
import { flowsOfPeriods } from '../../../energy/periods/flowsOfPeriods.ts';
import { provenanceOf } from '../../../energy/periods/provenance.ts';
import { addDays, daysBetween, localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';
import { kWhOf } from '../../../platform/texts/numbers.ts';
import { messageText } from '../../../platform/texts/translate.ts';

export const deviceHistoryElectricity: Handler<'device/history/electricity'> = async (request, caller) => {
  const { start, end = start, page, sort } = request;
  const { sql, language, at } = caller;
  if (end < start) throw new ApiError('timeReversed');
  if (daysBetween(start, end) >= MAX_CHART_DAYS.byDay)
    throw new ApiError('rangeTooLong', { days: MAX_CHART_DAYS.byDay });
  const device = await accessibleDevice(caller, request);
  const today = localDay(at.getTime(), device.timezone);
  assertHasBegun(start, today);
  const last = end < today ? end : today;
  const total = Math.max(0, daysBetween(start, last) + 1);
  const from = page.size * page.num;
  const isDescending = sort[0]?.descending ?? true;
  const dates = Array.from({ length: Math.max(0, Math.min(page.size, total - from)) }, (_, n) =>
    isDescending ? addDays(last, -from - n) : addDays(start, from + n),
  );
  const periods = dates.map((date) => ({ from: date, to: date }));
  const [produced, flows] = await Promise.all([
    energyOfPeriods(sql, device, periods, at),
    flowsOfPeriods(sql, device, periods, at),
  ]);
  const production = produced.some(({ firstDay }) => firstDay !== null)
    ? [
        {
          flow: 'production' as const,
          figures: produced.map(
            (period): FlowFigure => ({
              energy: kWhOf(period.energyWh),
              unit: 'kWh',
              spread: null,
              ...provenanceOf(period, device, today, at.getTime()),
            }),
          ),
        },
      ]
    : [];
  const columns = [...production, ...flows];
  return {
    columns: columns.map(({ flow }) => ({ flow, name: messageText(language, `flows.${flow}`) })),
    list: dates.map((date, index) => ({ date, figures: columns.map(({ figures }) => figures[index]!) })),
    total,
  };
};
