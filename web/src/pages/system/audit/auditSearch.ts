// Audit log: call, sort order and filters.
import { AUDIT_RESULTS } from '@heliograph/contract/audit.ts';
import { choiceFilter, dayFilter, defineList, type RowOf, textFilter } from '../../../components/list/listState.ts';

export const auditLog = defineList({
  call: 'audit/list',
  sorts: { at: 'down' },
  defaults: { sort: 'at', descending: true, size: 50 },
  usesCursor: true,
  // Ascending, so that new entries are appended at the end.
  stableSorts: ['at'],
  filters: {
    user: textFilter('user_email'),
    action: textFilter('action'),
    object: textFilter('object'),
    result: choiceFilter('result', Object.fromEntries(AUDIT_RESULTS.map((result) => [result, result]))),
    from: dayFilter('start_date'),
    to: dayFilter('end_date'),
  },
});
export type AuditRow = RowOf<'audit/list'>;
