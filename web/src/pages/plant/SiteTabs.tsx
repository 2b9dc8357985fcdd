// The views of a plant as links, so that each has an address of its own.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type SiteSearch, VIEWS, type View } from '../../components/plant/search.ts';
import { TabBar, tabProps } from '../../components/plant/TabBar.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { preloadTab } from './lazyTabs.tsx';

/** Nothing for a role that sees no devices. */
const OF_DEVICES: readonly View[] = ['alerts', 'history', 'playback', 'layout', 'setUp'];

export function SiteTabs({ search }: { search: SiteSearch }) {
  const { t } = useTranslation();
  const { sid, view: shown = 'overview', ...rest } = search;
  // A filter or a page of one view is none of another.
  const kept = { ...rest, state: undefined, level: undefined, page: undefined, at: undefined };
  const showsDevices = usePermission('SiteDevices');
  return (
    <TabBar label={t('plant.views')} open={shown}>
      {VIEWS.filter((view) => !OF_DEVICES.includes(view) || showsDevices).map((view) => (
        <Link
          key={view}
          {...links.siteDetail(sid, { ...kept, view })}
          {...tabProps(view === shown, () => preloadTab(view))}
        >
          {t(`plant.${view}`)}
        </Link>
      ))}
    </TabBar>
  );
}
