// List of serial numbers: call, sort orders and filters.
import { choiceFilter, defineList, type RowOf, textFilter } from '../../../components/list/listState.ts';

const YES_NO = { yes: 'yes', no: 'no' };

export const snList = defineList({
  call: 'product/sn/list',
  sorts: { sn: 'up', activatedAt: 'down', restrictedAt: 'down' },
  defaults: { sort: 'sn', size: 50 },
  stableSorts: ['sn'],
  filters: {
    model: textFilter('model'),
    activated: choiceFilter('activated', YES_NO),
    restricted: choiceFilter('restricted', YES_NO),
  },
});
export type NumberRow = RowOf<'product/sn/list'>;
