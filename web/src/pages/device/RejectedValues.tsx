// Values of a meter, battery or inverter that were rejected as errors of transmission, by day. Renders nothing when there are none.
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { full } from '../../format/numbers.ts';
import { dayText } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';
import type { Device } from './kinds.ts';

type Rejected = Device['rejectedValues'][number];

export function RejectedValues({ device: { rejectedValues } }: { device: Device }) {
  const { t } = useTranslation();
  if (rejectedValues.length === 0) return null;
  const columns: Column<Rejected>[] = [
    { id: 'day', title: t('device.rejected.day'), widthPx: 96, cell: (row) => dayText(row.day) },
    { id: 'value', title: t('device.rejected.value'), widthPx: 120, cell: (row) => row.title },
    {
      id: 'reason',
      title: t('device.rejected.reason'),
      widthPx: 200,
      cell: (row) => t(`device.rejected.${row.reason}`),
    },
    { id: 'count', title: t('device.rejected.count'), widthPx: 64, isNumber: true, cell: (row) => full(row.count, 0) },
  ];
  return (
    <Card title={t('device.rejected.title')}>
      <p className="muted">{t('device.rejected.text')}</p>
      <DataTable
        label={t('device.rejected.title')}
        columns={columns}
        rows={rejectedValues}
        keyOf={(row) => `${row.day} ${row.title}`}
      />
    </Card>
  );
}
