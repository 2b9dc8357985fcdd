// The plant list: its call, orders and filters.
import { STATUS } from '@heliograph/contract/statuses.ts';
import {
  choiceFilter,
  dayFilter,
  defineList,
  type RowOf,
  readText,
  type SortOf,
  textFilter,
} from '../../../components/list/listState.ts';

export const siteList = defineList({
  call: 'site/listWithSN',
  sorts: {
    problems: 'up',
    siteName: 'up',
    powerMax: 'down',
    now: 'down',
    nowPerPeak: 'down',
    todayPower: 'down',
    todayPerPeak: 'down',
    totalPower: 'down',
    reporting: 'down',
    lastUpdate: 'down',
    createdAt: 'down',
    commissionDate: 'down',
  },
  usual: { sort: 'problems' },
  steady: ['siteName', 'powerMax', 'createdAt', 'commissionDate'],
  filters: {
    status: choiceFilter(
      'status',
      Object.fromEntries(Object.entries(STATUS).map(([name, number]) => [name, String(number)])),
      { isBeside: true },
    ),
    name: textFilter('site_name'),
    owner: textFilter('user_email'),
    installer: textFilter('installer_email'),
    country: {
      wire: 'country_code',
      read: (value) => (/^[A-Za-z]{2}$/.test(readText(value)) ? readText(value).toUpperCase() : ''),
    },
    street: textFilter('street'),
    from: dayFilter('created_start_date'),
    to: dayFilter('created_end_date'),
    commissioned: choiceFilter('is_commission', { yes: '1', no: '0' }),
  },
});
export type SiteRow = RowOf<'site/listWithSN'>;
export type SiteSort = SortOf<'site/listWithSN'>;
