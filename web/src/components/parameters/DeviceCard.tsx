// A card about the settings of one device: whether it is reachable, and the button that reads them again.
import type { Path, Request } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import classes from './parameters.module.css';

interface Props {
  title: string;
  device: { sid: string; sn: string; gatewaySn: string; isOnline: boolean | null };
  mayRead: boolean;
  /** Parameters to read; all of the device when omitted. */
  names?: Request<'gateway/bsg/server'>['read'];
  /** The call whose answer the card shows. */
  shows: Path;
  /** Another way to read than gateway/bsg/server; `isPending`: until the device has answered. */
  reading?: { start: () => void; isPending: boolean; error: Error | null };
  /** Content below the state of the device. */
  head: ReactNode;
  children: ReactNode;
}

export function DeviceCard({ title, device, mayRead, names, shows, reading, head, children }: Props) {
  const { t } = useTranslation();
  const read = useChange('gateway/bsg/server', [shows, 'gateway/commands/list']);
  const { sid, sn, gatewaySn, isOnline } = device;
  const { start, isPending, error } = reading ?? {
    start: () => read.mutate({ sid, sn, ...(names && { read: names }) }),
    isPending: read.isPending,
    error: read.error,
  };
  return (
    <Card
      flush
      title={title}
      note={gatewaySn === sn ? undefined : t('parameters.by', { sn: gatewaySn })}
      side={
        mayRead && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            loading={isPending}
            onClick={start}
          >
            {t('parameters.read')}
          </Button>
        )
      }
    >
      <div className={classes.part}>
        {isOnline !== null && (
          <StatusDot tone={isOnline ? 'ok' : 'offline'}>
            {t(isOnline ? 'parameters.online' : 'parameters.offline')}
          </StatusDot>
        )}
        {error && <Notice kind="error">{messageOf(error, t)}</Notice>}
        {head}
      </div>
      {children}
    </Card>
  );
}
