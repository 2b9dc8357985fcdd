// List of firmware that devices run or can be updated to.
import { FIRMWARE_STATES } from '@heliograph/contract/firmware.ts';
import { Button } from '@mantine/core';
import { IconCpu, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../components/list/filterField.ts';
import { ListPage } from '../../components/list/ListPage.tsx';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { firmwareColumns } from './ota/columns.tsx';
import { otaList } from './ota/otaList.ts';

const fieldsOf = (t: TFunction): FilterField<keyof typeof otaList.filters>[] => [
  { name: 'model', label: t('ota.model') },
  {
    name: 'state',
    label: t('ota.stateTitle'),
    kind: { useChoices: () => FIRMWARE_STATES.map((state) => ({ value: state, label: t(`ota.state.${state}`) })) },
  },
];

export default function OtaFilePage() {
  const { t } = useTranslation();
  const mayChange = usePermission('OtaChange');
  const columns = useMemo(() => firmwareColumns(t), [t]);
  const fields = useMemo(() => fieldsOf(t), [t]);
  const add = mayChange && (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link {...props} {...links.newFirmware()} />}
    >
      {t('ota.add')}
    </Button>
  );
  return (
    <ListPage
      list={otaList}
      columns={columns}
      fields={fields}
      texts={{
        title: t('menu.OtaFile'),
        facts: t('ota.text'),
        search: t('ota.search'),
        empty: {
          icon: <IconCpu size={24} stroke={1.75} aria-hidden />,
          title: t('ota.empty'),
          text: t(mayChange ? 'ota.emptyText' : 'ota.emptyReader'),
          action: add,
        },
        noMatches: { title: t('ota.noneFound'), text: t('ota.noneFoundText') },
        file: t('ota.csvFile'),
      }}
      keyOf={(row) => String(row.id)}
      linkOf={(row) => links.firmware(row.id)}
      head={add}
    />
  );
}
