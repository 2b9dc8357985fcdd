// The devices of a plant: added by serial number, released, moved, replaced.
import type { Credential } from '@heliograph/contract/entities/device.ts';
import type { SiteRights } from '@heliograph/contract/entities/site.ts';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowRight,
  IconPlugConnectedX,
  IconPlus,
  IconReplace,
  IconRouter,
  IconSettings,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { Age } from '../../components/Age.tsx';
import { CredentialsDialog } from '../../components/Credentials.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { Pager } from '../../components/list/Pager.tsx';
import { type MoreAction, MoreMenu } from '../../components/MoreMenu.tsx';
import { SiteStatusBadge } from '../../components/SiteStatusBadge.tsx';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { RowBones } from '../../ui/Bones.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AddDevices } from './AddDevices.tsx';
import type { Device, Leaving } from './DeviceLeaves.tsx';
import classes from './edit.module.css';
import { HistoryNotice } from './HistoryNotice.tsx';

interface Props {
  sid: string;
  version: number;
  onVersion: (version: number) => void;
  /** What the plant's detail says. */
  rights: SiteRights;
}

const loadConnection = () => import('./Connection.tsx');
const Connection = lazyPart(loadConnection);
const DeviceLeaves = lazyPart(() => import('./DeviceLeaves.tsx'));

const SIZE = 100;
const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function SiteDevices({ sid, version, onVersion, rights }: Props) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  /** Under a gateway, or in the plant itself (''); null: not now. */
  const [addingTo, setAddingTo] = useState<string | null>(null);
  const [added, setAdded] = useState<string[]>([]);
  const [credentials, setCredentials] = useState<Credential[]>([]);
  const [toLookAt, setToLookAt] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<{ device: Device; action: Leaving } | null>(null);
  const devices = useCall(
    'device/list',
    { page: { size: SIZE, num: page }, filters: { sid }, sort: [{ field: 'sn' }] },
    { keepsPrevious: true, refetchIntervalMs: 30_000 },
  );
  const columns = useMemo<Column<Device>[]>(
    () => [
      {
        id: 'sn',
        title: t('edit.sn'),
        widthPx: 120,
        cell: (row) => (
          <>
            <b className="num">{row.sn}</b>
            <div className="under">
              {row.modelName}
              {row.CPUVersion && (
                <span title={t('edit.firmware')}>
                  {' · '}
                  {row.CPUVersion}
                </span>
              )}
            </div>
          </>
        ),
      },
      {
        id: 'status',
        title: t('list.status'),
        widthPx: 220,
        cell: (row) => (
          <>
            <SiteStatusBadge status={row.status} isAsleep={row.isAsleep} />
            <div className="under">
              <Age at={row.lastUpdateIso} />
            </div>
          </>
        ),
      },
    ],
    [t],
  );
  const list = devices.data?.list;
  const actionsOf = (row: Device): MoreAction[] => [
    ...(rights.addDevices && row.kind === 'gateway'
      ? [{ label: t('edit.openAddUnder'), icon: <IconPlus {...ICON} />, onClick: () => setAddingTo(row.sn) }]
      : []),
    ...(rights.removeDevices && rights.addDevices
      ? [
          {
            label: t('edit.leaves.openReplace'),
            icon: <IconReplace {...ICON} />,
            onClick: () => setLeaving({ device: row, action: 'replace' }),
          },
          {
            label: t('edit.leaves.openMove'),
            icon: <IconArrowRight {...ICON} />,
            onClick: () => setLeaving({ device: row, action: 'move' }),
          },
        ]
      : []),
    ...(rights.removeDevices
      ? [
          {
            label: t('edit.leaves.openRelease'),
            icon: <IconPlugConnectedX {...ICON} />,
            isDangerous: true,
            onClick: () => setLeaving({ device: row, action: 'release' }),
          },
        ]
      : []),
  ];
  return (
    <section className={classes.siteDevices} aria-labelledby="site-devices">
      <div className={classes.devicesHead}>
        <h2 id="site-devices">
          {t('edit.devices')} <span className="muted num">{devices.data ? full(devices.data.total) : ''}</span>
        </h2>
        <div>
          <Button
            variant="default"
            leftSection={<IconSettings size={18} stroke={1.75} aria-hidden />}
            renderRoot={(props) => <Link {...props} {...links.parameterSetting(sid)} />}
          >
            {t('edit.parameters')}
          </Button>
          {rights.addDevices && (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
              onClick={() => setAddingTo('')}
            >
              {t('edit.addDevices')}
            </Button>
          )}
        </div>
      </div>
      {added.length > 0 && <HistoryNotice sid={sid} serialNumbers={added} />}
      {!list && devices.error && <ErrorState error={devices.error} onRetry={() => void devices.refetch()} compact />}
      {!list && !devices.error && <RowBones rows={4} />}
      {list?.length === 0 && (
        <div className={classes.form}>
          <EmptyState
            compact
            title={t('edit.noDevices')}
            text={t(rights.addDevices ? 'edit.noDevicesText' : 'edit.noDevicesTextReader')}
          />
        </div>
      )}
      {list && list.length > 0 && (
        <DataTable
          label={t('edit.devices')}
          columns={columns}
          rows={list}
          keyOf={(row) => row.sn}
          isWaiting={devices.isPlaceholderData}
          actionsWidthPx={84}
          actions={(row) => (
            <div className={classes.rowActions}>
              {row.signsIn && (
                <ActionIcon
                  size={32}
                  aria-label={t('connection.open', { sn: row.sn })}
                  title={t('connection.open', { sn: row.sn })}
                  onPointerEnter={() => preload(loadConnection)}
                  onClick={() => setToLookAt(row.sn)}
                >
                  <IconRouter size={18} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
              {(rights.removeDevices || (rights.addDevices && row.kind === 'gateway')) && (
                <MoreMenu label={t('edit.leaves.actions', { sn: row.sn })} actions={actionsOf(row)} />
              )}
            </div>
          )}
        />
      )}
      {(devices.data?.total ?? 0) > SIZE && (
        <Pager page={page} size={SIZE} total={devices.data?.total ?? 0} onPage={setPage} />
      )}
      <AddDevices
        opened={addingTo !== null}
        sid={sid}
        version={version}
        gatewaySn={addingTo || undefined}
        onClose={() => setAddingTo(null)}
        onAdded={(serialNumbers, next, issued) => {
          setAddingTo(null);
          setAdded(serialNumbers);
          setCredentials(issued);
          onVersion(next);
        }}
      />
      <CredentialsDialog sid={sid} credentials={credentials} onClose={() => setCredentials([])} />
      {toLookAt !== null && (
        <Suspense>
          <Connection sid={sid} sn={toLookAt} mayRenew={rights.addDevices} onClose={() => setToLookAt(null)} />
        </Suspense>
      )}
      {leaving && (
        <Suspense>
          <DeviceLeaves
            {...leaving}
            hanging={list?.filter(({ gatewaySn }) => gatewaySn === leaving.device.sn).length ?? 0}
            onClose={() => setLeaving(null)}
            onReplaced={setCredentials}
          />
        </Suspense>
      )}
    </section>
  );
}
