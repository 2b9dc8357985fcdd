// Ageing of a battery: state of health and full cycles by month, and the change since the first month.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ChartTable } from '../../components/chart/ChartTable.tsx';
import detail from '../../components/plant/plant.module.css';
import { DASH, fixed, full } from '../../format/numbers.ts';
import { monthText } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';
import { Figure } from '../../ui/Figure.tsx';
import classes from './health.module.css';
import type { Device } from './kinds.ts';

type Month = Response<'battery/hx/health'>['list'][number];

/** Long, as the values are monthly and pages are opened often. */
const STALE_MS = 60 * 60_000;
const DRAWN_MONTHS = 12;

/** Cycles within a month: the counter minus that of the previous month; null without both or after a counter reset. */
const cyclesIn = (months: readonly Month[], index: number): number | null => {
  const [previous, current] = [months[index - 1]?.cycles ?? null, months[index]?.cycles ?? null];
  return previous === null || current === null || current < previous ? null : current - previous;
};

export function BatteryHealth({ device: { sid, sn } }: { device: Device }) {
  const { t } = useTranslation();
  const { data } = useCall('battery/hx/health', { sid, sn }, { staleMs: STALE_MS });
  const months = data?.list ?? [];
  // Hidden for a battery without these values; the card is last, so that nothing moves when it appears.
  if (months.length === 0) return null;
  const measured = months.flatMap(({ month, soh }) => (soh === null ? [] : [{ month, soh }]));
  const [first, last] = [measured[0], measured.at(-1)];
  const cycles = months.findLast((month) => month.cycles !== null)?.cycles ?? null;
  const since = first && last && first !== last ? { month: first.month, points: last.soh - first.soh } : null;
  const figures = (
    <div className={`${detail.hero} ${detail.flat}`}>
      {last && (
        <Figure
          label={t('device.soh')}
          figure={{ text: full(last.soh, 1), unit: '%' }}
          note={
            since === null
              ? ''
              : t('device.healthSince', {
                  points: `${since.points > 0 ? '+' : ''}${fixed(since.points, 1)}`,
                  month: monthText(since.month),
                })
          }
        />
      )}
      {cycles !== null && <Figure label={t('device.cycles')} figure={{ text: full(cycles, 0), unit: '' }} />}
    </div>
  );
  return (
    <Card flush title={t('device.health')}>
      <div className={classes.figures}>{figures}</div>
      <ChartTable
        hasCards
        height={months.length > DRAWN_MONTHS ? 400 : undefined}
        caption={t('device.health')}
        columns={[
          { label: t('device.month'), isText: true },
          { label: t('device.soh'), unit: '%' },
          { label: t('device.cyclesIn') },
          { label: t('device.cycles') },
        ]}
        rows={months
          .map(({ month, soh, cycles: counter }, index) => {
            const added = cyclesIn(months, index);
            return {
              key: month,
              cells: [
                monthText(month),
                fixed(soh, 1),
                added === null ? DASH : fixed(added, 0),
                counter === null ? DASH : fixed(counter, 0),
              ],
            };
          })
          .toReversed()}
      />
    </Card>
  );
}
