// Acknowledges events, with a note about them, or withdraws the acknowledgement.
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type Alert, nameOf } from './AlertList.tsx';

const LONGEST_NOTE = 500;

export default function AcknowledgeDialog({ alerts, onClose }: { alerts: readonly Alert[]; onClose: () => void }) {
  const { t } = useTranslation();
  const first = alerts[0]!;
  const initialNote = alerts.length === 1 ? first.note : '';
  const [note, setNote] = useState(initialNote);
  const change = useChange('device/alerts/acknowledge', ['device/alerts', 'device/alerts/open']);
  const isAcknowledged = alerts.every(({ acknowledgedIso }) => acknowledgedIso !== null);
  /** Sends one change per plant. */
  const send = async (acknowledged: boolean) => {
    for (const [sid, ofPlant] of Map.groupBy(alerts, (alert) => alert.sid))
      await change.mutateAsync({
        sid,
        alerts: ofPlant.map(({ sn, code, startMs }) => ({ sn, code, startMs })),
        acknowledged,
        // With several alerts and no text, each keeps its own note.
        note: alerts.length > 1 && note.trim() === '' ? undefined : note,
      });
    onClose();
  };
  /** Errors are shown through `change.error`. */
  const sendNow = (acknowledged: boolean) => void send(acknowledged).catch(() => undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // An ended alert needs no acknowledgement; its note is stored anyway.
    sendNow(isAcknowledged || first.state !== 'closed');
  };
  const title =
    alerts.length > 1
      ? t('alerts.acknowledgeTicked', { count: alerts.length })
      : t('alerts.of', { title: first.title, name: nameOf(first) });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {alerts.length === 1 && <p className="muted">{first.desc}</p>}
          <Textarea
            label={t('alerts.note')}
            description={t('alerts.noteText')}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={LONGEST_NOTE}
            autosize
            minRows={3}
            maxRows={8}
          />
          {change.error && <Notice kind="error">{messageOf(change.error, t)}</Notice>}
          <Group justify="flex-end" gap="xs">
            {isAcknowledged && first.state !== 'closed' && (
              <Button variant="default" onClick={() => sendNow(false)} disabled={change.isPending}>
                {t('alerts.takeBack')}
              </Button>
            )}
            <Button type="submit" loading={change.isPending}>
              {t(isAcknowledged || first.state === 'closed' ? 'alerts.saveNote' : 'alerts.acknowledge')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
