// The devices of a plant, with actions to add, release, move and replace them.
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
import { addTexts } from '../../i18n/start.ts';
import { links } from '../../links.ts';
import { OUTBOX_CALLS } from '../../offline/outboxCalls.ts';
import { useWaiting } from '../../offline/waitingList.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { AddDevices, registeredDevices } from './AddDevices.tsx';
import classes from './edit.module.css';
import { HistoryNotice } from './HistoryNotice.tsx';
import type { Device, RemovalChoice } from './RemoveDevice.tsx';

interface Props {
  sid: string;
  version: number;
  onVersion: (version: number) => void;
  rights: SiteRights;
}

const loadConnection = () => import('./Connection.tsx');
const Connection = lazyPart(loadConnection);
const RemoveDevice = lazyPart(() => import('./RemoveDevice.tsx'));
const PlantClaims = lazyPart(
  async () => (await Promise.all([import('./ownership/PlantClaims.tsx'), addTexts(['ownership'])]))[0],
);

const PAGE_SIZE = 100;
const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function SiteDevices({ sid, version, onVersion, rights }: Props) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  /** Serial number of a gateway, or '' for the plant itself; null: the dialog is closed. */
  const [addingTo, setAddingTo] = useState<string | null>(null);
  const [added, setAdded] = useState<string[]>([]);
  const [credentials, setCredentials] = useState<Credential[]>([]);
  const [connectionSn, setConnectionSn] = useState<string | null>(null);
  const [removal, setRemoval] = useState<{ device: Device; action: RemovalChoice } | null>(null);
  const devices = useCall(
    'device/list',
    { page: { size: PAGE_SIZE, num: page }, filters: { sid }, sort: [{ field: 'sn' }] },
    { keepsPrevious: true, refetchIntervalMs: 30_000 },
  );
  const columns = useColumns();
  const list = devices.data?.list;
  const waiting = useWaiting().filter(
    (entry) => entry.sid === sid && entry.state === 'waiting' && OUTBOX_CALLS[entry.path].name === 'devices',
  );
  return (
    <section className={classes.siteDevices} aria-labelledby="site-devices">
      <Head sid={sid} total={devices.data?.total} onAdd={rights.addDevices ? () => setAddingTo('') : null} />
      {waiting.length > 0 && (
        <Notice kind="info">{t('edit.devicesWaiting', { count: waiting.flatMap(registeredDevices).length })}</Notice>
      )}
      {added.length > 0 && <HistoryNotice sid={sid} serialNumbers={added} />}
      {rights.addDevices && (
        <Suspense>
          <PlantClaims sid={sid} />
        </Suspense>
      )}
      {!list && devices.error && <ErrorState error={devices.error} onRetry={() => void devices.refetch()} compact />}
      {!list && !devices.error && <RowSkeletons rows={4} />}
      {list?.length === 0 && <NoDevices mayAdd={rights.addDevices} />}
      {list && list.length > 0 && (
        <DataTable
          label={t('edit.devices')}
          columns={columns}
          rows={list}
          keyOf={(row) => row.sn}
          isWaiting={devices.isPlaceholderData}
          actionsWidthPx={84}
          actions={(row) => (
            <RowActions
              device={row}
              rights={rights}
              onConnection={() => setConnectionSn(row.sn)}
              onAdd={() => setAddingTo(row.sn)}
              onRemove={(action) => setRemoval({ device: row, action })}
            />
          )}
        />
      )}
      {(devices.data?.total ?? 0) > PAGE_SIZE && (
        <Pager page={page} size={PAGE_SIZE} total={devices.data?.total ?? 0} onPage={setPage} />
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
      {connectionSn !== null && (
        <Suspense>
          <Connection sid={sid} sn={connectionSn} mayRenew={rights.addDevices} onClose={() => setConnectionSn(null)} />
        </Suspense>
      )}
      {removal && (
        <Suspense>
          <RemoveDevice
            {...removal}
            childCount={list?.filter(({ gatewaySn }) => gatewaySn === removal.device.sn).length ?? 0}
            onClose={() => setRemoval(null)}
            onReplaced={setCredentials}
          />
        </Suspense>
      )}
    </section>
  );
}

function NoDevices({ mayAdd }: { mayAdd: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.form}>
      <EmptyState
        compact
        title={t('edit.noDevices')}
        text={t(mayAdd ? 'edit.noDevicesText' : 'edit.noDevicesTextReader')}
      />
    </div>
  );
}

interface HeadProps {
  sid: string;
  /** Undefined until the list is loaded. */
  total: number | undefined;
  /** Null: without the right to add devices. */
  onAdd: (() => void) | null;
}

function Head({ sid, total, onAdd }: HeadProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.devicesHead}>
      <h2 id="site-devices">
        {t('edit.devices')} <span className="muted num">{total === undefined ? '' : full(total)}</span>
      </h2>
      <div>
        <Button
          variant="default"
          leftSection={<IconSettings {...ICON} />}
          renderRoot={(props) => <Link {...props} {...links.parameterSetting(sid)} />}
        >
          {t('edit.parameters')}
        </Button>
        {onAdd && (
          <Button variant="default" leftSection={<IconPlus {...ICON} />} onClick={onAdd}>
            {t('edit.addDevices')}
          </Button>
        )}
      </div>
    </div>
  );
}

function useColumns(): Column<Device>[] {
  const { t } = useTranslation();
  return useMemo(
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
}

interface RowActionsProps {
  device: Device;
  rights: SiteRights;
  onConnection: () => void;
  onAdd: () => void;
  onRemove: (action: RemovalChoice) => void;
}

function RowActions({ device, rights, onConnection, onAdd, onRemove }: RowActionsProps) {
  const { t } = useTranslation();
  const { sn } = device;
  const actions: MoreAction[] = [];
  if (rights.addDevices && device.kind === 'gateway')
    actions.push({ label: t('edit.openAddUnder'), icon: <IconPlus {...ICON} />, onClick: onAdd });
  if (rights.removeDevices && rights.addDevices)
    actions.push(
      { label: t('edit.leaves.openReplace'), icon: <IconReplace {...ICON} />, onClick: () => onRemove('replace') },
      { label: t('edit.leaves.openMove'), icon: <IconArrowRight {...ICON} />, onClick: () => onRemove('move') },
    );
  if (rights.removeDevices)
    actions.push({
      label: t('edit.leaves.openRelease'),
      icon: <IconPlugConnectedX {...ICON} />,
      isDangerous: true,
      onClick: () => onRemove('release'),
    });
  return (
    <div className={classes.rowActions}>
      {device.signsIn && (
        <ActionIcon
          size={32}
          aria-label={t('connection.open', { sn })}
          title={t('connection.open', { sn })}
          onPointerEnter={() => preload(loadConnection)}
          onClick={onConnection}
        >
          <IconRouter {...ICON} />
        </ActionIcon>
      )}
      {actions.length > 0 && <MoreMenu label={t('edit.leaves.actions', { sn })} actions={actions} />}
    </div>
  );
}
