// Devices that report without belonging to a plant: what is known about them, and the dialog that adds them to one.
import { Button, Group } from '@mantine/core';
import { IconBan, IconEraser, IconPlus, IconRouterOff } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import { CredentialsDialog } from '../../components/Credentials.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { usePermission } from '../../session/session.ts';
import { type Added, AddedNotice } from './unregistered/AddedNotice.tsx';
import { unregisteredColumns } from './unregistered/columns.tsx';
import { FilterChips } from './unregistered/FilterChips.tsx';
import type { NumberAction } from './unregistered/NumberDialog.tsx';
import { type UnregisteredRow, unregisteredList } from './unregistered/unregisteredList.ts';

const loadAdd = () => import('./unregistered/AddToPlant.tsx');
const AddToPlant = lazyPart(loadAdd);
const NumberDialog = lazyPart(() => import('./unregistered/NumberDialog.tsx'));

/** Row and action of the open dialog. */
interface OpenDialog {
  row: UnregisteredRow;
  action: NumberAction;
}

interface RowActions {
  onAdd: (row: UnregisteredRow) => void;
  onOpen: (opened: OpenDialog) => void;
}

/** Renders the permitted actions of a row. */
function useRowActions({ onAdd, onOpen }: RowActions) {
  const { t } = useTranslation();
  const mayAdd = usePermission('DeviceRegister');
  const addButton = (row: UnregisteredRow) => (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onPointerEnter={() => preload(loadAdd)}
      onClick={() => onAdd(row)}
    >
      {t('unregistered.add')}
    </Button>
  );
  return (row: UnregisteredRow) => {
    const { rights, restrictedIso } = row;
    const open = (action: NumberAction) => () => onOpen({ row, action });
    if (restrictedIso !== null)
      return (
        rights.restrict && (
          <Button variant="default" size="xs" onClick={open('allow')}>
            {t('unregistered.do.allow')}
          </Button>
        )
      );
    const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
    const more = [
      ...(rights.restrict
        ? [{ label: t('unregistered.do.restrict'), icon: <IconBan {...icon} />, onClick: open('restrict') }]
        : []),
      ...(rights.forget
        ? [
            {
              label: t('unregistered.do.forget'),
              icon: <IconEraser {...icon} />,
              isDangerous: true,
              onClick: open('forget'),
            },
          ]
        : []),
    ];
    return (
      <Group gap={8} wrap="nowrap" justify="flex-end">
        {mayAdd && addButton(row)}
        {more.length > 0 && <MoreMenu actions={more} label={t('unregistered.actionsFor', { sn: row.sn })} />}
      </Group>
    );
  };
}

export default function UnregisteredPage() {
  const { t } = useTranslation();
  const [toAdd, setToAdd] = useState<UnregisteredRow | null>(null);
  const [added, setAdded] = useState<Added | null>(null);
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const columns = useMemo(() => unregisteredColumns(t), [t]);
  const actions = useRowActions({ onAdd: setToAdd, onOpen: setOpened });
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
          noMatches: { title: t('unregistered.noneFound'), text: t('unregistered.noneFoundText') },
          file: t('unregistered.csvFile'),
        }}
        keyOf={(row) => row.sn}
        barControls={(state, set) => <FilterChips state={state} onChange={set} />}
        actions={actions}
        actionsWidthPx={220}
        notice={added && <AddedNotice added={added} onClose={() => setAdded(null)} />}
        // Users who may not list all devices can find one by its full serial number.
        alwaysShowsSearch
      />
      {added && added.credentials.length > 0 && (
        <CredentialsDialog
          sid={added.sid}
          credentials={added.credentials}
          onClose={() => setAdded({ ...added, credentials: [] })}
        />
      )}
      {opened && (
        <Suspense>
          <NumberDialog {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {toAdd && (
        <Suspense>
          <AddToPlant
            device={toAdd}
            onClose={() => setToAdd(null)}
            onAdded={(result) => {
              setToAdd(null);
              setAdded(result);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
