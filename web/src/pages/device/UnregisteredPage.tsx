// Devices that send but belong to no plant: what is known of them, and the way into one.
import { Button } from '@mantine/core';
import { IconPlus, IconRouterOff } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import { ListPage } from '../../components/list/ListPage.tsx';
import { usePermission } from '../../session/session.ts';
import { type Added, AddedNotice } from './unregistered/AddedNotice.tsx';
import { unregisteredColumns } from './unregistered/columns.tsx';
import { type UnregisteredRow, unregisteredList } from './unregistered/unregisteredList.ts';

const loadAdd = () => import('./unregistered/AddToPlant.tsx');
const AddToPlant = lazyPart(loadAdd);

export default function UnregisteredPage() {
  const { t } = useTranslation();
  const mayAdd = usePermission('DeviceRegister');
  const [toAdd, setToAdd] = useState<UnregisteredRow | null>(null);
  const [added, setAdded] = useState<Added | null>(null);
  const columns = useMemo(() => unregisteredColumns(t), [t]);
  const addButton = (row: UnregisteredRow) => (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onPointerEnter={() => preload(loadAdd)}
      onClick={() => setToAdd(row)}
    >
      {t('unregistered.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        list={unregisteredList}
        columns={columns}
        texts={{
          title: t('unregistered.title'),
          facts: t('unregistered.text'),
          search: t('unregistered.search'),
          empty: {
            icon: <IconRouterOff size={24} stroke={1.75} aria-hidden />,
            title: t('unregistered.empty'),
            text: t('unregistered.emptyText'),
          },
          noneFound: { title: t('unregistered.noneFound'), text: t('unregistered.noneFoundText') },
          file: t('unregistered.csvFile'),
        }}
        keyOf={(row) => row.sn}
        actions={mayAdd ? addButton : undefined}
        actionsWidthPx={196}
        notice={added && <AddedNotice added={added} onClose={() => setAdded(null)} />}
        // Who may not look through all of them finds one by its whole number.
        alwaysSearches
      />
      {toAdd && (
        <Suspense>
          <AddToPlant
            device={toAdd}
            onClose={() => setToAdd(null)}
            onAdded={(what) => {
              setToAdd(null);
              setAdded(what);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
