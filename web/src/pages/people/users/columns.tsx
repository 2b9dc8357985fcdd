// Columns of the people list: name, company, role and membership state.
import type { PersonState } from '@heliograph/contract/companies.ts';
import type { TFunction } from 'i18next';
import { Address } from '../../../components/Address.tsx';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { StatusDot, type Tone } from '../../../ui/StatusDot.tsx';
import type { PersonRow } from './userList.ts';

type Column = ListColumn<PersonRow, SortOf<'user/list'>>;

const TONES: Record<PersonState, Tone> = { active: 'ok', frozen: 'offline', invited: 'accent' };

export const userColumns = (t: TFunction): Column[] => [
  {
    id: 'name',
    title: t('people.name'),
    sort: 'name',
    widthPx: 200,
    isFixed: true,
    cell: (row) => <b title={row.contactPerson || row.email}>{row.contactPerson || row.email}</b>,
    csv: [{ title: t('people.name'), value: (row) => row.contactPerson }],
  },
  {
    id: 'email',
    title: t('people.email'),
    sort: 'email',
    widthPx: 304,
    cell: (row) => <Address of={row.email} />,
    csv: [{ title: t('people.email'), value: (row) => row.email }],
  },
  {
    id: 'role',
    title: t('people.role'),
    sort: 'role',
    widthPx: 240,
    cell: (row) => (row.isCompanyOwner ? `${row.groupName}, ${t('people.manages')}` : row.groupName),
    csv: [
      { title: t('people.role'), value: (row) => row.groupName },
      { title: t('people.managesTitle'), value: (row) => (row.isCompanyOwner ? 1 : 0) },
    ],
  },
  {
    id: 'company',
    title: t('people.company'),
    sort: 'company',
    widthPx: 208,
    cell: (row) => row.companyName,
    csv: [{ title: t('people.company'), value: (row) => row.companyName }],
  },
  {
    id: 'state',
    title: t('people.stateTitle'),
    widthPx: 128,
    cell: (row) => (
      <span title={row.frozenReason || undefined}>
        <StatusDot tone={TONES[row.state]}>{t(`people.state.${row.state}`)}</StatusDot>
      </span>
    ),
    csv: [
      { title: t('people.stateTitle'), value: (row) => t(`people.state.${row.state}`) },
      { title: t('people.reason'), value: (row) => row.frozenReason },
    ],
  },
  {
    id: 'phone',
    title: t('people.phone'),
    widthPx: 152,
    isHiddenByDefault: true,
    cell: (row) => row.contactNumber || DASH,
    csv: [{ title: t('people.phone'), value: (row) => row.contactNumber }],
  },
  {
    id: 'country',
    title: t('people.country'),
    widthPx: 136,
    isHiddenByDefault: true,
    cell: (row) => row.countryName || DASH,
    csv: [{ title: t('people.country'), value: (row) => row.countryCode }],
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
