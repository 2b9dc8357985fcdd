// Product catalogue: call, sort orders and filters.
import { PRODUCT_KINDS } from '@heliograph/contract/products.ts';
import { choiceFilter, defineList, type RowOf } from '../../../components/list/listState.ts';

export const productList = defineList({
  call: 'product/list',
  sorts: { name: 'up', model: 'up', kind: 'up', ratedPowerW: 'down' },
  defaults: { sort: 'name', size: 50 },
  stableSorts: ['name', 'model'],
  filters: {
    kind: choiceFilter('kind', Object.fromEntries(PRODUCT_KINDS.map((kind) => [kind, kind]))),
    origin: choiceFilter('origin', { portal: 'portal', companies: 'companies' }),
  },
});
export type ProductRow = RowOf<'product/list'>;
