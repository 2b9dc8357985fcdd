// The views of a plant as links, so that each has its own URL.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type SiteSearch, VIEWS, type View } from '../../components/plant/search.ts';
import { TabBar, tabProps } from '../../components/plant/TabBar.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { preloadTab } from './lazyTabs.tsx';

/** Views hidden from roles without access to devices. */
const DEVICE_VIEWS: readonly View[] = ['alerts', 'history', 'playback', 'layout', 'setUp'];

export function SiteTabs({ search }: { search: SiteSearch }) {
  const { t } = useTranslation();
  const { sid, view: currentView = 'overview', ...rest } = search;
  // Filters and page numbers of one view do not apply to another.
  const sharedSearch = { ...rest, state: undefined, level: undefined, page: undefined, at: undefined };
  const showsDevices = usePermission('SiteDevices');
  return (
    <TabBar label={t('plant.views')} open={currentView}>
      {VIEWS.filter((view) => !DEVICE_VIEWS.includes(view) || showsDevices).map((view) => (
        <Link
          key={view}
          {...links.siteDetail(sid, { ...sharedSearch, view })}
          {...tabProps(view === currentView, () => preloadTab(view))}
        >
          {t(`plant.${view}`)}
        </Link>
      ))}
    </TabBar>
  );
}
