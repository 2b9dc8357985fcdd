// Views of a device as links, so that each has its own address.
import type { ReportKind } from '@heliograph/contract/report.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { preloadSharedTab } from '../../components/plant/lazyTabs.tsx';
import { TabBar, tabProps } from '../../components/plant/TabBar.tsx';
import { links } from '../../links.ts';
import { preloadSettings } from './battery/part.ts';
import { type DeviceSearch, VIEWS, type View } from './search.ts';

export const VIEW_LABELS = {
  overview: 'plant.overview',
  history: 'plant.history',
  alerts: 'plant.alerts',
  settings: 'device.settings',
  setUp: 'plant.setUp',
} as const satisfies Record<View, string>;

/** Returns whether devices of this kind have battery settings. */
export const isSettable = (kind: ReportKind): kind is 'battery' | 'hybrid' => kind === 'battery' || kind === 'hybrid';

export function DeviceTabs({ search, kind }: { search: DeviceSearch; kind: ReportKind }) {
  const { t } = useTranslation();
  const { sid, sn, view: current = 'overview', ...rest } = search;
  // Filters and pages of one view do not apply to another.
  const shared = { ...rest, state: undefined, level: undefined, page: undefined };
  return (
    <TabBar label={t('device.views')} open={current}>
      {VIEWS.filter((view) => view !== 'settings' || isSettable(kind)).map((view) => {
        const link = links.device({ sid, sn, kind }, { ...shared, view });
        const preload = view === 'settings' ? preloadSettings : () => preloadSharedTab(view);
        return (
          <Link key={view} {...link} {...tabProps(view === current, preload)}>
            {t(VIEW_LABELS[view])}
          </Link>
        );
      })}
    </TabBar>
  );
}
