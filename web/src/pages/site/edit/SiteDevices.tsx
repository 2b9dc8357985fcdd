// The devices of a plant: added by serial number, released after asking once more.
import type { Response } from '@heliograph/contract/calls.ts';
import type { SiteRights } from '@heliograph/contract/entities/site.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlugConnectedX, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { Age } from '../../../components/Age.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import { SiteStatusBadge } from '../../../components/SiteStatusBadge.tsx';
import { full } from '../../../format/numbers.ts';
import { RowBones } from '../../../ui/Bones.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { AddDevices } from './AddDevices.tsx';
import classes from './edit.module.css';
import { HistoryNotice } from './HistoryNotice.tsx';

type Device = Response<'device/list'>['list'][number];
interface Props {
  sid: string;
  version: number;
  onVersion: (version: number) => void;
  /** What the plant's detail says. */
  rights: SiteRights;
}

const SIZE = 100;

export function SiteDevices({ sid, version, onVersion, rights }: Props) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<string[]>([]);
  const [toRelease, setToRelease] = useState<Device | null>(null);
  const devices = useCall(
    'device/list',
    { page: { size: SIZE, num: page }, filters: { sid }, sort: [{ field: 'sn' }] },
    { keepsPrevious: true, refetchIntervalMs: 30_000 },
  );
  const release = useChange('site/updateFast', ['device/list', 'site/listWithSN', 'site/overview']);
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
        widthPx: 184,
        cell: (row) => (
          <>
            <SiteStatusBadge status={row.status} />
            <div className="under">
              <Age at={row.lastUpdateIso} />
            </div>
          </>
        ),
      },
    ],
    [t],
  );
  const closeRelease = () => {
    setToRelease(null);
    release.reset();
  };
  const confirmRelease = () =>
    toRelease &&
    release.mutate(
      { sid, version, removeSn: [toRelease.sn] },
      {
        onSuccess: (answer) => {
          onVersion(answer.version);
          toastDone(t('edit.released', { sn: toRelease.sn }));
          closeRelease();
        },
      },
    );
  const list = devices.data?.list;
  return (
    <section className={classes.siteDevices} aria-labelledby="site-devices">
      <div className={classes.devicesHead}>
        <h2 id="site-devices">
          {t('edit.devices')} <span className="muted num">{devices.data ? full(devices.data.total) : ''}</span>
        </h2>
        {rights.addDevices && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('edit.addDevices')}
          </Button>
        )}
      </div>
      {added.length > 0 && <HistoryNotice sid={sid} serialNumbers={added} />}
      {!list && devices.error && <ErrorState error={devices.error} onRetry={() => void devices.refetch()} compact />}
      {!list && !devices.error && <RowBones rows={4} />}
      {list?.length === 0 && (
        <div className={classes.form}>
          <EmptyState compact title={t('edit.noDevices')} text={t('edit.noDevicesText')} />
        </div>
      )}
      {list && list.length > 0 && (
        <DataTable
          label={t('edit.devices')}
          columns={columns}
          rows={list}
          keyOf={(row) => row.sn}
          isWaiting={devices.isPlaceholderData}
          actions={
            rights.removeDevices
              ? (row) => (
                  <ActionIcon
                    size={32}
                    aria-label={t('edit.release', { sn: row.sn })}
                    title={t('edit.release', { sn: row.sn })}
                    onClick={() => setToRelease(row)}
                  >
                    <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
                  </ActionIcon>
                )
              : undefined
          }
        />
      )}
      {(devices.data?.total ?? 0) > SIZE && (
        <Pager page={page} size={SIZE} total={devices.data?.total ?? 0} onPage={setPage} />
      )}
      <AddDevices
        opened={isAdding}
        sid={sid}
        version={version}
        onClose={() => setAdding(false)}
        onAdded={(serialNumbers, next) => {
          setAdding(false);
          setAdded(serialNumbers);
          onVersion(next);
        }}
      />
      <ConfirmDialog
        opened={toRelease !== null}
        onClose={closeRelease}
        onConfirm={confirmRelease}
        text={t('edit.releaseText', { sn: toRelease?.sn ?? '' })}
        confirmLabel={t('edit.releaseButton')}
        isBusy={release.isPending}
        error={release.error ? messageOf(release.error, t) : null}
      />
    </section>
  );
}
