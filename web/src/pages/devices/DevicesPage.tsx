// All devices of all plants that the user may see, problems first; a row opens its device.
import { Button } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../components/list/ListPage.tsx';
import { links } from '../../links.ts';
import { deviceColumns } from './list/columns.tsx';
import { DeviceCard } from './list/DeviceCard.tsx';
import { deviceFields } from './list/deviceFields.ts';
import { deviceList } from './list/deviceList.ts';
import { KindChips } from './list/KindChips.tsx';

/** Height of a typical card. */
const CARD_PX = 138;

export default function DevicesPage() {
  const { t } = useTranslation();
  const columns = useMemo(() => deviceColumns(t), [t]);
  return (
    <ListPage
      list={deviceList}
      columns={columns}
      fields={deviceFields(t)}
      texts={{
        title: t('allDevices.title'),
        search: t('allDevices.search'),
        empty: {
          icon: <IconCpu size={24} stroke={1.75} aria-hidden />,
          title: t('allDevices.empty'),
          text: t('allDevices.emptyText'),
          action: (
            <Button variant="default" renderRoot={(props) => <Link {...props} {...links.sites()} />}>
              {t('allDevices.toPlants')}
            </Button>
          ),
        },
        noMatches: { title: t('allDevices.noneFound'), text: t('allDevices.noneFoundText') },
        file: t('allDevices.csvFile'),
      }}
      keyOf={(row) => `${row.sid} ${row.sn}`}
      linkOf={links.device}
      pinnedColumns={2}
      card={(row) => <DeviceCard row={row} />}
      cardPx={CARD_PX}
      barControls={(state, set) => <KindChips state={state} onChoose={(kind) => set({ kind, model: '' })} />}
    />
  );
}
