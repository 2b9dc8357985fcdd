// Columns of the generated passwords.
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import type { BdmPasswordRow } from './bdmPasswordList.ts';

type Column = ListColumn<BdmPasswordRow, SortOf<'bdmPassword/list'>>;

export const bdmPasswordColumns = (t: TFunction): Column[] => [
  {
    id: 'sn',
    title: t('edit.sn'),
    sort: 'sn',
    widthPx: 144,
    isFixed: true,
    cell: (row) => <b className="num">{row.sn}</b>,
    csv: [{ title: t('edit.sn'), value: (row) => row.sn }],
  },
  {
    id: 'plant',
    title: t('bdmPassword.plant'),
    widthPx: 208,
    cell: (row) => (row.sid === '' ? DASH : <Link {...links.siteDetail(row.sid)}>{row.siteName}</Link>),
    csv: [{ title: t('bdmPassword.plant'), value: (row) => row.siteName }],
  },
  {
    id: 'purpose',
    title: t('bdmPassword.purpose'),
    widthPx: 280,
    cell: (row) => row.purpose,
    csv: [{ title: t('bdmPassword.purpose'), value: (row) => row.purpose }],
  },
  {
    id: 'user',
    title: t('bdmPassword.user'),
    widthPx: 224,
    cell: (row) => row.userEmail,
    csv: [{ title: t('bdmPassword.user'), value: (row) => row.userEmail }],
  },
  {
    id: 'made',
    title: t('bdmPassword.made'),
    sort: 'madeAt',
    widthPx: 160,
    cell: (row) => dateTime(row.madeIso),
    csv: [{ title: t('bdmPassword.made'), value: (row) => row.madeIso }],
  },
  {
    id: 'until',
    title: t('bdmPassword.validUntil'),
    widthPx: 160,
    cell: (row) => dateTime(row.validUntilIso),
    csv: [{ title: t('bdmPassword.validUntil'), value: (row) => row.validUntilIso }],
  },
];
