// Generated passwords: call, sort orders and filters.
import { defineList, type RowOf } from '../../../components/list/listState.ts';

export const bdmPasswordList = defineList({
  call: 'bdmPassword/list',
  sorts: { madeAt: 'down', sn: 'up' },
  usual: { sort: 'madeAt', descending: true, size: 50 },
  steady: ['madeAt', 'sn'],
  filters: {},
});
export type BdmPasswordRow = RowOf<'bdmPassword/list'>;
