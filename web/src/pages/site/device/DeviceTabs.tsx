// The views of a device as links, so that each has an address of its own.
import type { ReportKind } from '@heliograph/contract/report.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../../../links.ts';
import { TabBar, tabProps } from '../detail/TabBar.tsx';
import { type DeviceSearch, VIEWS } from './search.ts';

export function DeviceTabs({ search, kind }: { search: DeviceSearch; kind: ReportKind }) {
  const { t } = useTranslation();
  const { sid, sn, view: shown = 'overview', ...rest } = search;
  // A filter or a page of one view is none of another.
  const kept = { ...rest, state: undefined, level: undefined, page: undefined };
  return (
    <TabBar label={t('device.views')} open={shown}>
      {VIEWS.map((view) => (
        <Link key={view} {...links.device({ sid, sn, kind }, { ...kept, view })} {...tabProps(view, view === shown)}>
          {t(`plant.${view}`)}
        </Link>
      ))}
    </TabBar>
  );
}
