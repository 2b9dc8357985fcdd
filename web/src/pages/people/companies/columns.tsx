// Columns of the company list: kind, manager, parent company and totals.
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Address } from '../../../components/Address.tsx';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH, full } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import classes from '../people.module.css';
import type { CompanyRow } from './companyList.ts';

type Column = ListColumn<CompanyRow, SortOf<'user/company/list'>>;

export const companyColumns = (t: TFunction): Column[] => [
  {
    id: 'name',
    title: t('people.company'),
    sort: 'companyName',
    widthPx: 208,
    isFixed: true,
    cell: (row) => <b>{row.companyName}</b>,
    csv: [{ title: t('people.company'), value: (row) => row.companyName }],
  },
  {
    id: 'kind',
    title: t('people.kindTitle'),
    sort: 'kind',
    widthPx: 104,
    cell: (row) => t(`people.kind.${row.kind}`),
    csv: [{ title: t('people.kindTitle'), value: (row) => t(`people.kind.${row.kind}`) }],
  },
  {
    id: 'manager',
    title: t('people.manager'),
    widthPx: 264,
    cell: (row) =>
      row.managerName === '' || row.managerEmail === '' ? (
        row.managerName || row.managerEmail || DASH
      ) : (
        <>
          {row.managerName}
          <div className={`under ${classes.address}`} title={row.managerEmail}>
            <Address of={row.managerEmail} />
          </div>
        </>
      ),
    csv: [
      { title: t('people.manager'), value: (row) => row.managerName },
      { title: t('people.managerEmail'), value: (row) => row.managerEmail },
    ],
  },
  {
    id: 'above',
    title: t('people.above'),
    widthPx: 160,
    cell: (row) => <span title={row.distributorCompany}>{row.distributorCompany || DASH}</span>,
    csv: [{ title: t('people.above'), value: (row) => row.distributorCompany }],
  },
  {
    id: 'below',
    title: t('people.below'),
    widthPx: 136,
    isNumber: true,
    cell: (row) =>
      row.companies === 0 ? '0' : <Link {...links.companies({ above: String(row.id) })}>{full(row.companies, 0)}</Link>,
    csv: [{ title: t('people.below'), value: (row) => row.companies }],
  },
  {
    id: 'users',
    title: t('people.users'),
    widthPx: 104,
    isNumber: true,
    cell: (row) =>
      row.users === 0 ? '0' : <Link {...links.users({ company: String(row.id) })}>{full(row.users, 0)}</Link>,
    csv: [{ title: t('people.users'), value: (row) => row.users }],
  },
  {
    id: 'plants',
    title: t('people.plants'),
    widthPx: 104,
    isNumber: true,
    cell: (row) => full(row.plants, 0),
    csv: [{ title: t('people.plants'), value: (row) => row.plants }],
  },
  {
    id: 'factor',
    title: t('people.factor.title'),
    widthPx: 128,
    cell: (row) => t(row.needsSecondFactor ? 'people.factor.on' : 'people.factor.off'),
    csv: [
      {
        title: t('people.factor.title'),
        value: (row) => t(row.needsSecondFactor ? 'people.factor.on' : 'people.factor.off'),
      },
    ],
  },
  {
    id: 'since',
    title: t('people.since'),
    sort: 'createdAt',
    widthPx: 152,
    isHiddenByDefault: true,
    cell: (row) => dateTime(row.createdIso),
    csv: [{ title: t('people.since'), value: (row) => row.createdIso }],
  },
];
