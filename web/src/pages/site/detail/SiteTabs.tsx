// The views of a plant as links, so that each has an address of its own.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../../../links.ts';
import { usePermission } from '../../../session/session.ts';
import classes from './detail.module.css';
import { askForTab } from './laterTabs.tsx';
import { type SiteSearch, VIEWS } from './search.ts';

export function SiteTabs({ search }: { search: SiteSearch }) {
  const { t } = useTranslation();
  const { sid, view: shown = 'overview', ...rest } = search;
  // A filter or a page of one view is none of another.
  const kept = { ...rest, state: undefined, level: undefined, page: undefined };
  const showsDevices = usePermission('SiteDevices');
  return (
    <nav className={classes.tabs} aria-label={t('plant.views')}>
      {VIEWS.filter((view) => (view !== 'alerts' && view !== 'history') || showsDevices).map((view) => (
        <Link
          key={view}
          {...links.siteDetail(sid, { ...kept, view })}
          aria-current={view === shown ? 'page' : undefined}
          className={classes.tab}
          resetScroll={false}
          onPointerEnter={() => askForTab(view)}
          onFocus={() => askForTab(view)}
        >
          {t(`plant.${view}`)}
        </Link>
      ))}
    </nav>
  );
}
