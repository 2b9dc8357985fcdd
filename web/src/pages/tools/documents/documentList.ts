// Document list: call, sort orders and filters.
import { DOCUMENT_LANGUAGES } from '@heliograph/contract/documents.ts';
import { choiceFilter, defineList, type RowOf, textFilter } from '../../../components/list/listState.ts';

export const documentList = defineList({
  call: 'configuration/documentation/list',
  sorts: { fit: 'up', title: 'up', created: 'down', bytes: 'down' },
  defaults: { sort: 'fit', size: 50 },
  stableSorts: ['title', 'created'],
  filters: {
    language: choiceFilter('language', Object.fromEntries(DOCUMENT_LANGUAGES.map((code) => [code, code]))),
    product: textFilter('product'),
    versions: choiceFilter('versions', { all: 'all' }),
  },
});
export type DocumentRow = RowOf<'configuration/documentation/list'>;
