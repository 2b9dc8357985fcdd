// Panel list: call and sort orders.
import { defineList, type RowOf, type SortOf, textFilter } from '../../../components/list/listState.ts';

export const panelList = defineList({
  call: 'device/modules/list',
  sorts: { siteName: 'up', sn: 'up' },
  defaults: { sort: 'siteName', size: 50 },
  stableSorts: ['siteName', 'sn'],
  filters: { sid: { ...textFilter('sid'), isInBar: true } },
});
export type PanelRow = RowOf<'device/modules/list'>;
export type PanelSort = SortOf<'device/modules/list'>;
