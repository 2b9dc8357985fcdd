// A plant's modules grouped into pages, by roof or by string: the pages with their figures, and the modules of the selected page.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { full } from '../../../format/numbers.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { ModulePages } from './ModulePages.tsx';
import { ModuleTable } from './ModuleTable.tsx';
import classes from './modules.module.css';

interface Props {
  sid: string;
  mayChange: boolean;
}

export default function SiteModules({ sid, mayChange }: Props) {
  const { t } = useTranslation();
  const pages = useCall('site/modules/page', { sid }, { refetchIntervalMs: 30_000 });
  /** Page number; 0: modules without a page; null: all modules. */
  const [selected, setSelected] = useState<number | null>(null);
  const list = pages.data?.list ?? [];
  // A page that was deleted meanwhile counts as no selection.
  const validSelection = list.some(({ page }) => page === selected) ? selected : null;
  const isEmpty = pages.data?.total_plc === 0 && list.length === 0;
  return (
    <section className={classes.modules} aria-labelledby="site-modules">
      <div>
        <h2 id="site-modules">
          {t('modulePages.title')} <span className="muted num">{pages.data ? full(pages.data.total_plc) : ''}</span>
        </h2>
        <p>{t('modulePages.text')}</p>
      </div>
      {!pages.data && pages.error && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} compact />}
      {!pages.data && !pages.error && <RowSkeletons rows={4} />}
      {isEmpty && (
        <div className={classes.surface}>
          <EmptyState compact title={t('modulePages.none')} text={t('modulePages.noneText')} />
        </div>
      )}
      {pages.data && !isEmpty && (
        <div className={classes.columns}>
          <ModulePages
            sid={sid}
            list={list}
            total={pages.data.total_plc}
            selected={validSelection}
            onSelect={setSelected}
            mayChange={mayChange}
          />
          <ModuleTable
            key={String(validSelection)}
            sid={sid}
            page={validSelection}
            pages={list}
            mayChange={mayChange}
          />
        </div>
      )}
    </section>
  );
}
