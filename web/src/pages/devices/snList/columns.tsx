// Columns of the list of serial numbers.
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Address } from '../../../components/Address.tsx';
import { Age } from '../../../components/Age.tsx';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import type { NumberRow } from './snList.ts';

type Column = ListColumn<NumberRow, SortOf<'product/sn/list'>>;

const isElsewhere = (row: NumberRow): boolean => row.isActivated && row.sid === '';

export const numberColumns = (t: TFunction): Column[] => [
  {
    id: 'sn',
    title: t('snList.sn'),
    sort: 'sn',
    widthPx: 160,
    isFixed: true,
    cell: (row) => <b className="num">{row.sn}</b>,
    csv: [
      { title: t('snList.sn'), value: (row) => row.sn },
      { title: t('snList.topFew'), value: (row) => row.topFewSN },
    ],
  },
  {
    id: 'product',
    title: t('snList.product'),
    widthPx: 136,
    cell: (row) => row.modelName || <span className="muted">{t('snList.unknown')}</span>,
    csv: [{ title: t('snList.product'), value: (row) => row.modelName }],
  },
  {
    id: 'activated',
    title: t('snList.state'),
    sort: 'activatedAt',
    widthPx: 168,
    cell: (row) => (
      <>
        <StatusDot tone={row.isActivated ? 'ok' : 'offline'}>
          {t(row.isActivated ? 'snList.activated' : 'snList.notActivated')}
        </StatusDot>
        {row.activatedIso !== null && <div className="under">{dateTime(row.activatedIso)}</div>}
      </>
    ),
    csv: [
      { title: t('snList.state'), value: (row) => t(row.isActivated ? 'snList.activated' : 'snList.notActivated') },
      { title: t('snList.when'), value: (row) => row.activatedIso },
    ],
  },
  {
    id: 'by',
    title: t('snList.by'),
    widthPx: 240,
    cell: (row) => (row.activatedBy === '' ? DASH : <Address of={row.activatedBy} />),
    csv: [{ title: t('snList.by'), value: (row) => row.activatedBy }],
  },
  {
    id: 'plant',
    title: t('snList.plant'),
    widthPx: 184,
    cell: (row) =>
      row.sid !== '' ? (
        <Link {...links.siteDetail(row.sid)}>{row.siteName}</Link>
      ) : isElsewhere(row) ? (
        <span className="muted">{t('snList.elsewhere')}</span>
      ) : (
        DASH
      ),
    csv: [{ title: t('snList.plant'), value: (row) => row.siteName }],
  },
  {
    id: 'restricted',
    title: t('snList.restricted'),
    sort: 'restrictedAt',
    widthPx: 144,
    cell: (row) =>
      row.isBlack ? (
        <>
          <StatusDot tone="fault">{t('snList.restricted')}</StatusDot>
          <div className="under" title={row.restrictedReason}>
            {row.restrictedReason}
          </div>
        </>
      ) : (
        DASH
      ),
    csv: [
      { title: t('snList.restrictedAt'), value: (row) => row.restrictedIso },
      { title: t('snList.reason'), value: (row) => row.restrictedReason },
    ],
  },
  {
    id: 'stock',
    title: t('snList.stock'),
    widthPx: 136,
    cell: (row) => row.stockOf || DASH,
    csv: [{ title: t('snList.stock'), value: (row) => row.stockOf }],
  },
  {
    id: 'lastSeen',
    title: t('snList.lastSeen'),
    widthPx: 120,
    isHiddenByDefault: true,
    cell: (row) => <Age at={row.lastSeenIso} />,
    csv: [{ title: t('snList.lastSeen'), value: (row) => row.lastSeenIso }],
  },
];
