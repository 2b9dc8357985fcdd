// All panels of all plants that the user may see; a row opens its module.
import { Button } from '@mantine/core';
import { IconSolarPanel } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ListPage } from '../../components/list/ListPage.tsx';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { Notice } from '../../ui/Notice.tsx';
import { linkOf, panelColumns } from './panels/columns.tsx';
import { PanelCard } from './panels/PanelCard.tsx';
import { panelList } from './panels/panelList.ts';

/** Height of a typical card. */
const CARD_PX = 138;

export default function PanelsPage() {
  const { t } = useTranslation();
  const search = panelList.search(useSearch({ from: '/signedIn/devices/panels' }));
  // Same request as the list's, so that both share one query.
  const { data } = useCall('device/modules/list', panelList.requestOf(panelList.stateOf(search)), {
    keepsPrevious: true,
  });
  const columns = useMemo(() => panelColumns(t), [t]);
  return (
    <ListPage
      list={panelList}
      columns={columns}
      fields={[]}
      texts={{
        title: t('allDevices.panels.title'),
        search: t('allDevices.panels.search'),
        empty: {
          icon: <IconSolarPanel size={24} stroke={1.75} aria-hidden />,
          title: t('allDevices.panels.empty'),
          text: t('allDevices.panels.emptyText'),
          action: (
            <Button variant="default" renderRoot={(props) => <Link {...props} {...links.sites()} />}>
              {t('allDevices.toPlants')}
            </Button>
          ),
        },
        noMatches: { title: t('allDevices.panels.noneFound'), text: t('allDevices.panels.noneFoundText') },
        file: t('allDevices.panels.csvFile'),
      }}
      keyOf={(row) => `${row.sid} ${row.plcSN}`}
      linkOf={linkOf}
      pinnedColumns={1}
      notice={
        data?.hasMore && <Notice kind="info">{t('allDevices.panels.more', { most: full(data.total, 0) })}</Notice>
      }
      card={(row) => <PanelCard row={row} />}
      cardPx={CARD_PX}
    />
  );
}
