// Rejected rows of a gateway's reports with their reasons, and ignored unknown values. Renders nothing when there are none.
import { useTranslation } from 'react-i18next';
import { full } from '../../format/numbers.ts';
import { Age } from '../Age.tsx';
import { type Column, DataTable } from '../list/DataTable.tsx';
import type { Connected } from './ConnectionFacts.tsx';
import classes from './connection.module.css';

type RefusedRow = Connected['refusedRows'][number];

export const hasRejectedRows = ({ refusedRows, ignoredValues }: Connected): boolean =>
  refusedRows.length > 0 || ignoredValues > 0;

export function RejectedRows({ data: { refusedRows, ignoredValues } }: { data: Connected }) {
  const { t } = useTranslation();
  const columns: Column<RefusedRow>[] = [
    {
      id: 'reason',
      title: t('connection.reason'),
      widthPx: 120,
      cell: (row) => <div className={classes.wraps}>{t(`connection.rowRefused.${row.reason}`)}</div>,
    },
    { id: 'count', title: t('connection.count'), widthPx: 64, isNumber: true, cell: (row) => full(row.count, 0) },
    {
      id: 'last',
      title: t('connection.last'),
      widthPx: 104,
      cell: (row) => (
        <>
          <Age at={row.atIso} />
          {row.sn && <div className="under num">{row.sn}</div>}
        </>
      ),
    },
  ];
  return (
    <div className={classes.part}>
      {refusedRows.length > 0 && (
        <>
          <p className="muted">{t('connection.rowsText')}</p>
          <DataTable label={t('connection.rows')} columns={columns} rows={refusedRows} keyOf={(row) => row.reason} />
        </>
      )}
      {ignoredValues > 0 && (
        <p className="muted">{t('connection.ignored', { count: ignoredValues, values: full(ignoredValues, 0) })}</p>
      )}
    </div>
  );
}
