// Generated passwords: call, sort orders and filters.
import { defineList, type RowOf } from '../../../components/list/listState.ts';

export const bdmPasswordList = defineList({
  call: 'bdmPassword/list',
  sorts: { madeAt: 'down', sn: 'up' },
  defaults: { sort: 'madeAt', descending: true, size: 50 },
  stableSorts: ['madeAt', 'sn'],
  filters: {},
});
export type BdmPasswordRow = RowOf<'bdmPassword/list'>;
