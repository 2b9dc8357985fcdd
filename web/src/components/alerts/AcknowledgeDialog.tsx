// Says that one knows of events, with a note about them; or takes that back.
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
  const before = alerts.length === 1 ? first.note : '';
  const [note, setNote] = useState(before);
  const change = useChange('device/alerts/acknowledge', ['device/alerts', 'device/alerts/open']);
  const isKnown = alerts.every(({ acknowledgedIso }) => acknowledgedIso !== null);
  /** Plant by plant: each is a change of its own. */
  const send = async (acknowledged: boolean) => {
    for (const [sid, ofPlant] of Map.groupBy(alerts, (alert) => alert.sid))
      await change.mutateAsync({
        sid,
        alerts: ofPlant.map(({ sn, code, startMs }) => ({ sn, code, startMs })),
        acknowledged,
        // Of several, what each of them says stays when nothing is typed.
        note: alerts.length > 1 && note.trim() === '' ? undefined : note,
      });
    onClose();
  };
  /** What went wrong is told by `change.error`. */
  const sendNow = (acknowledged: boolean) => void send(acknowledged).catch(() => undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What has ended needs nobody to know of it; a note is kept all the same.
    sendNow(isKnown || first.state !== 'closed');
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
            {isKnown && first.state !== 'closed' && (
              <Button variant="default" onClick={() => sendNow(false)} disabled={change.isPending}>
                {t('alerts.takeBack')}
              </Button>
            )}
            <Button type="submit" loading={change.isPending}>
              {t(isKnown || first.state === 'closed' ? 'alerts.saveNote' : 'alerts.acknowledge')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
