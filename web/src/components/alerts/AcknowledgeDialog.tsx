// Acknowledges alerts or problems, with a note about them, or withdraws the acknowledgement.
import type { EventCode } from '@heliograph/contract/events.ts';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useQueuedChange } from '../../offline/useQueuedChange.ts';
import { waiting } from '../../offline/waitingList.ts';
import { announce } from '../../ui/announcer.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';

const LONGEST_NOTE = 500;

/** An alert or a problem, identified by plant, serial number, code and start. */
export interface Acknowledgeable {
  sid: string;
  siteName: string;
  sn: string;
  code: EventCode;
  startMs: number;
  /** Name of the device, or what has it. */
  subject: string;
  title: string;
  desc: string;
  state: 'open' | 'acknowledged' | 'closed';
  note: string;
  acknowledgedIso: string | null;
}

interface Failure {
  sid: string;
  siteName: string;
  message: string;
}

interface Props {
  alerts: readonly Acknowledgeable[];
  onClose: () => void;
}

export default function AcknowledgeDialog({ alerts: chosen, onClose }: Props) {
  const { t } = useTranslation();
  const [note, setNote] = useState(chosen.length === 1 ? chosen[0]!.note : '');
  const { alerts, failures, isSending, send } = useAcknowledgement(chosen, onClose);
  const first = alerts[0]!;
  const isAcknowledged = alerts.every(({ acknowledgedIso }) => acknowledgedIso !== null);
  /** With several alerts and no text, each keeps its own note. */
  const sendNow = (acknowledged: boolean) =>
    void send(acknowledged, chosen.length > 1 && note.trim() === '' ? undefined : note);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // An ended alert needs no acknowledgement; its note is stored anyway.
    sendNow(isAcknowledged || first.state !== 'closed');
  };
  const title =
    alerts.length > 1
      ? t('alerts.acknowledgeTicked', { count: alerts.length })
      : t('alerts.of', { title: first.title, name: first.subject });
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
          <Failures failures={failures} areOnly={alerts.length === chosen.length} />
          <Group justify="flex-end" gap="xs">
            {isAcknowledged && first.state !== 'closed' && (
              <Button variant="default" onClick={() => sendNow(false)} disabled={isSending}>
                {t('alerts.takeBack')}
              </Button>
            )}
            <Button type="submit" loading={isSending}>
              {t(isAcknowledged || first.state === 'closed' ? 'alerts.saveNote' : 'alerts.acknowledge')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Sends one change per plant. A plant that refuses does not stop the others: its alerts stay in the dialog. */
function useAcknowledgement(chosen: readonly Acknowledgeable[], onDone: () => void) {
  const { t } = useTranslation();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [isSending, setSending] = useState(false);
  const change = useQueuedChange(
    'device/alerts/acknowledge',
    ({ sid }) => chosen.find((alert) => alert.sid === sid)?.siteName ?? sid,
  );
  const alerts = failures.length === 0 ? chosen : chosen.filter(({ sid }) => failures.some((one) => one.sid === sid));
  const send = async (acknowledged: boolean, note: string | undefined) => {
    setSending(true);
    const refused: Failure[] = [];
    let isWaiting = false;
    for (const [sid, ofPlant] of Map.groupBy(alerts, (alert) => alert.sid)) {
      try {
        const answer = await change.mutateAsync({
          sid,
          alerts: ofPlant.map(({ sn, code, startMs }) => ({ sn, code, startMs })),
          acknowledged,
          note,
          ...(note !== undefined && { knownNotes: knownNotes(sid, ofPlant) }),
        });
        isWaiting ||= answer === null;
      } catch (error) {
        refused.push({ sid, siteName: ofPlant[0]!.siteName, message: messageOf(error, t) });
      }
    }
    setSending(false);
    setFailures(refused);
    if (refused.length > 0) return;
    // A change stored for later has a message of its own.
    if (!isWaiting) announce(t(acknowledged ? 'alerts.states.acknowledged' : 'saved.modified'));
    onDone();
  };
  return { alerts, failures, isSending, send };
}

/** Returns the notes that may be overwritten: those that were shown, and the user's own that are stored for later. */
function knownNotes(sid: string, alerts: readonly Acknowledgeable[]): string[] {
  const own = waiting().flatMap(({ path, body }) =>
    path === 'device/alerts/acknowledge' && body.sid === sid && typeof body.note === 'string' ? [body.note] : [],
  );
  return [...new Set([...alerts.map(({ note }) => note), ...own])];
}

/** `areOnly`: nothing else was saved. */
function Failures({ failures, areOnly }: { failures: readonly Failure[]; areOnly: boolean }) {
  const { t } = useTranslation();
  if (failures.length === 0) return null;
  if (areOnly && failures.length === 1) return <Notice kind="error">{failures[0]!.message}</Notice>;
  return (
    <Notice kind="error">
      {t(areOnly ? 'alerts.noneSaved' : 'alerts.partlySaved')}
      <ul>
        {failures.map(({ sid, siteName, message }) => (
          <li key={sid}>
            {siteName}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
