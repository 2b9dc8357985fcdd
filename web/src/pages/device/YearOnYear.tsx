// Years of a device or of one of its modules, compared with the previous year: plain change, and change corrected for the irradiance of both.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ChartTable } from '../../components/chart/ChartTable.tsx';
import { changeText, DASH, fixed } from '../../format/numbers.ts';
import { daysText } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';

type Year = Response<'device/statistics/years'>['list'][number];

/** Long, as a day is compared only once it is over. */
const STALE_MS = 60 * 60_000;

interface Props {
  sid: string;
  sn: string;
  /** Module input; undefined for the whole device. */
  input?: number;
  /** Name in the title, if the page has another such card. */
  name?: string;
}

export function YearOnYear({ sid, sn, input, name }: Props) {
  const { t } = useTranslation();
  const request = input === undefined ? { sid, sn } : { sid, sn, input };
  const { data } = useCall('device/statistics/years', request, { staleMs: STALE_MS });
  const years = data?.list ?? [];
  // Hidden without a second year; the card is at the end of the page, so that nothing moves when it appears.
  if (years.length === 0) return null;
  const title = name === undefined ? t('device.years.title') : t('device.years.titleOf', { name });
  return (
    <Card flush title={title} note={t('device.years.note')}>
      <ChartTable
        hasCards
        caption={title}
        columns={[
          { label: t('device.years.year'), isText: true },
          { label: t('device.years.energy'), unit: 'kWh' },
          { label: t('device.years.before'), unit: 'kWh' },
          { label: t('device.years.change') },
          { label: t('device.years.corrected') },
          { label: t('device.years.basis'), isText: true, wraps: true },
        ]}
        rows={years.map((year) => ({
          key: String(year.year),
          cells: [
            String(year.year),
            fixed(year.energy, 2),
            fixed(year.before, 2),
            changeText(year.change),
            year.corrected ? changeText(year.corrected.change) : DASH,
            basisText(year, t),
          ],
        }))}
      />
    </Card>
  );
}

function basisText({ days, from, to, corrected }: Year, t: TFunction): string {
  const compared = t('device.years.days', { count: days, range: daysText(from, to) });
  const basis = corrected ? t(`device.years.${corrected.basis}`, { count: corrected.days }) : t('device.years.unknown');
  return `${compared}; ${basis}`;
}
