// A plant's modules sorted into pages, by roof or by string: the pages with what each does, and the modules of the one that is chosen.
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
  /** A page's number, 0 for what is on none; null for all. */
  const [chosen, setChosen] = useState<number | null>(null);
  const list = pages.data?.list ?? [];
  // One that was deleted meanwhile is none.
  const shown = list.some(({ page }) => page === chosen) ? chosen : null;
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
            chosen={shown}
            onChoose={setChosen}
            mayChange={mayChange}
          />
          <ModuleTable key={String(shown)} sid={sid} page={shown} pages={list} mayChange={mayChange} />
        </div>
      )}
    </section>
  );
}
