// Filter fields of the audit log.
import { AUDIT_RESULTS } from '@heliograph/contract/audit.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Choice, FilterField } from '../../../components/list/filterField.ts';
import type { auditLog } from './auditSearch.ts';

function useResults(): readonly Choice[] {
  const { t } = useTranslation();
  return AUDIT_RESULTS.map((result) => ({ value: result, label: t(`audit.results.${result}`) }));
}

export const auditFields = (t: TFunction): FilterField<keyof typeof auditLog.filters>[] => [
  { name: 'user', label: t('audit.user') },
  { name: 'action', label: t('audit.actionBegin') },
  { name: 'object', label: t('audit.object') },
  { name: 'result', label: t('audit.result'), kind: { useChoices: useResults } },
  { name: 'from', label: t('audit.from'), kind: 'day', until: 'to' },
  { name: 'to', label: t('audit.to'), kind: 'day', since: 'from' },
];
