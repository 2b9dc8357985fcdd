// Notice after adding devices: how much history was imported with them.
import { useTranslation } from 'react-i18next';
import { Age } from '../../components/Age.tsx';
import { useHistoryImport } from '../../components/useHistoryImport.ts';
import { energyOfKwh, full, inline } from '../../format/numbers.ts';
import { Notice } from '../../ui/Notice.tsx';

export function HistoryNotice({ sid, serialNumbers }: { sid: string; serialNumbers: readonly string[] }) {
  const { t } = useTranslation();
  const history = useHistoryImport(sid, serialNumbers);
  if (history.isLoading) return null;
  const count = full(history.count);
  return (
    <Notice kind="ok">
      {t('edit.added', { count: history.count })}{' '}
      {history.reported === 0
        ? t('edit.addedNoHistory')
        : t('edit.addedHistory', {
            energy: inline(energyOfKwh(history.totalKwh)),
            reported: full(history.reported),
            total: count,
          })}
      {history.newestIso && (
        <span className="muted">
          {' '}
          {t('list.lastData')}: <Age at={history.newestIso} />
        </span>
      )}
    </Notice>
  );
}
