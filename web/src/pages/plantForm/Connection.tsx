// Dialog on the connection of an MQTT device: since when, attached devices, rejected rows, setup, and renewal of its password.
import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { CredentialList } from '../../components/Credentials.tsx';
import { type Child, ChildState } from '../../components/connection/ChildState.tsx';
import { ConnectionFacts } from '../../components/connection/ConnectionFacts.tsx';
import classes from '../../components/connection/connection.module.css';
import { hasRejectedRows, RejectedRows } from '../../components/connection/RejectedRows.tsx';
import { useRenewal } from '../../components/connection/useRenewal.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { SetUpPart } from '../../components/setUp/SetUpPart.tsx';
import { full } from '../../format/numbers.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';

interface Props {
  sid: string;
  sn: string;
  mayRenew: boolean;
  onClose: () => void;
}

export default function Connection({ sid, sn, mayRenew, onClose }: Props) {
  const { t } = useTranslation();
  const { issued, button, confirmation, onSaved } = useRenewal(sn);
  const connection = useCall('device/connection', { sid, sn }, { refetchIntervalMs: 10_000 });
  // Already cached by the form; provides the time zone.
  const site = useCall('site/detail', { sid });
  const { data } = connection;
  return (
    <>
      <Dialog opened onClose={issued.length > 0 ? null : onClose} title={t('connection.title', { sn })} size={760}>
        <Stack gap="lg">
          {!data && connection.error && (
            <ErrorState error={connection.error} onRetry={() => void connection.refetch()} compact />
          )}
          {!data && !connection.error && <RowSkeletons rows={6} />}
          {data && issued.length === 0 && <ConnectionFacts data={data} state={{ timeZone: site.data?.timezone }} />}
          {issued.length > 0 && <CredentialList sid={sid} credentials={issued} />}
          {data && issued.length === 0 && <Children list={data.children} hasAnnounced={data.announced !== null} />}
          {data && issued.length === 0 && hasRejectedRows(data) && (
            <section className={classes.part}>
              <h3>{t('connection.rows')}</h3>
              <RejectedRows data={data} />
            </section>
          )}
          {data && issued.length === 0 && (
            <section className={classes.part}>
              <h3>{t('connection.setUp')}</h3>
              <SetUpPart sid={sid} sn={sn} />
            </section>
          )}
          <Group justify="flex-end" gap="xs">
            {mayRenew && data && issued.length === 0 && button}
            <Button onClick={issued.length > 0 ? onSaved : onClose}>
              {t(issued.length > 0 ? 'credentials.kept' : 'common.close')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      {confirmation}
    </>
  );
}

function Children({ list, hasAnnounced }: { list: readonly Child[]; hasAnnounced: boolean }) {
  const { t } = useTranslation();
  const columns: Column<Child>[] = [
    {
      id: 'sn',
      title: t('connection.device'),
      widthPx: 160,
      cell: (row) => (
        <>
          <b className="num">{row.sn}</b>
          <div className="under">
            {[t(`deviceKind.${row.kind}`), row.model].filter(Boolean).join(' · ')}
            {row.firmware && <span title={t('connection.firmware')}>{` · ${row.firmware}`}</span>}
          </div>
        </>
      ),
    },
    {
      id: 'last',
      title: t('connection.lastData'),
      widthPx: 130,
      cell: (row) => <ChildState child={row} hasAnnounced={hasAnnounced} />,
    },
  ];
  return (
    <section className={classes.part}>
      <h3>
        {t('connection.children')} {list.length > 0 && <span className="muted num">{full(list.length, 0)}</span>}
      </h3>
      {list.length === 0 ? (
        <p className="muted">{t('connection.childrenNone')}</p>
      ) : (
        <DataTable label={t('connection.children')} columns={columns} rows={list} keyOf={(row) => row.sn} />
      )}
    </section>
  );
}
