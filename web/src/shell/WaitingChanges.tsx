// The list of changes that wait for a connection, and of those that the server refused, with what was typed.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../api/failures.ts';
import { lazyPart } from '../api/loading.ts';
import { post } from '../api/post.ts';
import { queryClient } from '../api/useCall.ts';
import { whenText } from '../format/times.ts';
import { addTexts } from '../i18n/start.ts';
import { discard, retry } from '../offline/browserOutbox.ts';
import { type Entry, isLocal } from '../offline/outbox.ts';
import { OUTBOX_CALLS } from '../offline/outboxCalls.ts';
import { useWaiting } from '../offline/waitingList.ts';
import { type Draft, saveDraft } from '../pages/plantForm/draft.ts';
import { PAGES } from '../pageTable.ts';
import { session } from '../session/session.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import classes from './WaitingChanges.module.css';

const CorrectDevices = lazyPart(async () => {
  const [file] = await Promise.all([
    import('../pages/plantForm/AddDevices.tsx'),
    PAGES.PvPlantEdit.load(),
    addTexts(PAGES.PvPlantEdit.texts),
  ]);
  return { default: file.AddDevices };
});

const WaitingRoof = lazyPart(
  async () => (await Promise.all([import('../pages/roof/WaitingRoof.tsx'), addTexts(['layout'])]))[0],
);

export default function WaitingChanges({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const entries = useWaiting();
  const [toDiscard, setToDiscard] = useState<Entry | null>(null);
  const [toCorrect, setToCorrect] = useState<Entry | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t('waiting.title')} size={560}>
      <p className="muted">{t('waiting.text')}</p>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.seq}>
            <EntryView
              entry={entry}
              isWithoutPlant={isWithoutPlant(entry, entries)}
              onCorrect={() => (entry.path === 'site/createFast' ? reopenWizard(entry) : setToCorrect(entry))}
              onDiscard={() => setToDiscard(entry)}
            />
          </li>
        ))}
      </ul>
      {toCorrect && (
        <QueryClientProvider client={queryClient}>
          <Suspense>
            <CorrectDevices
              opened
              sid={toCorrect.sid}
              version={0}
              gatewaySn={toCorrect.body.gatewaySn as string | undefined}
              entry={toCorrect}
              onClose={() => setToCorrect(null)}
              onAdded={() => undefined}
            />
          </Suspense>
        </QueryClientProvider>
      )}
      <ConfirmDialog
        opened={toDiscard !== null}
        onClose={() => setToDiscard(null)}
        onConfirm={() => {
          if (toDiscard) void discard(toDiscard);
          setToDiscard(null);
        }}
        title={t('waiting.discardTitle')}
        text={t('waiting.discardText')}
        confirmLabel={t('waiting.discard')}
      />
    </Dialog>
  );
}

/** Only after a refusal: a change that waits may be sent at any moment. */
const isCorrectable = ({ path, state }: Entry): boolean =>
  state === 'refused' && (OUTBOX_CALLS[path].name === 'devices' || path === 'site/createFast');

/** Returns whether it cannot be sent before the plant, which the server has refused, is corrected. */
const isWithoutPlant = (entry: Entry, entries: readonly Entry[]): boolean =>
  isLocal(entry) &&
  entries.some(({ path, sid, state }) => path === 'site/createFast' && sid === entry.sid && state !== 'waiting');

/** Opens the wizard with what was typed. */
function reopenWizard({ seq, draft }: Entry): void {
  saveDraft(session().info?.uid, draft as Draft, seq);
  // This list is rendered outside the router.
  location.assign(`/pvPlant/edit?waiting=${seq}`);
}

interface EntryProps {
  entry: Entry;
  /** It belongs to a new plant that the server has refused. */
  isWithoutPlant: boolean;
  onCorrect: () => void;
  onDiscard: () => void;
}

function EntryView({ entry, isWithoutPlant: hasNoPlant, onCorrect, onDiscard }: EntryProps) {
  const { t } = useTranslation();
  const { path, place, at, state, reason, body } = entry;
  const { name } = OUTBOX_CALLS[path];
  return (
    <Stack gap="xs">
      <div>
        <strong>{t(`outbox.calls.${name}`)}</strong>
        <div className="muted num">
          {place}, {whenText(at, Date.now())}
        </div>
      </div>
      {state !== 'conflict' && typeof body.note === 'string' && body.note !== '' && (
        <blockquote className={classes.note}>{body.note}</blockquote>
      )}
      {(name === 'devices' || name === 'plant') && <p className="num">{serialNumbersOf(body).join(', ')}</p>}
      {body.picture instanceof Blob && <Picture content={body.picture} />}
      {name === 'roof' && (
        <Suspense>
          <WaitingRoof entry={entry} />
        </Suspense>
      )}
      {name === 'note' && state === 'conflict' && <StoredNotes entry={entry} />}
      {state === 'refused' && <Notice kind="error">{reason}</Notice>}
      {state === 'uncertain' && <Notice kind="warning">{t('waiting.uncertain')}</Notice>}
      <Group gap="xs">
        {state === 'waiting' ? (
          <span className="muted">{t(hasNoPlant ? 'waiting.plantRefused' : 'outbox.stored')}</span>
        ) : state === 'conflict' ? null : (
          <Button size="xs" onClick={() => void retry(entry)}>
            {t('common.retry')}
          </Button>
        )}
        {isCorrectable(entry) && (
          <Button size="xs" variant="default" onClick={onCorrect}>
            {t('waiting.correct')}
          </Button>
        )}
        {state !== 'conflict' && (
          <Button size="xs" variant="default" onClick={onDiscard}>
            {t('waiting.discard')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const serialNumbersOf = ({ sn, devices }: Entry['body']): string[] =>
  ((sn ?? devices) as { sn: string }[]).map((device) => device.sn);

/** The notes that are stored now, beside the own one, and the choice between them. */
function StoredNotes({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { sid, alerts, note, knownNotes = [] } = entry.body as ParsedRequest<'device/alerts/acknowledge'>;
  const devices = [...new Set(alerts.map(({ sn }) => sn))];
  const stored = useQuery(
    {
      queryKey: ['storedNotes', entry.seq, entry.key],
      queryFn: async () => {
        const answers = await Promise.all(devices.map((sn) => readEvents(sid, sn)));
        const found = answers.flat().filter((event) => alerts.some((alert) => isSameEvent(alert, event)));
        return found.filter((event) => event.note !== note && !knownNotes.includes(event.note));
      },
    },
    queryClient,
  );
  const useMine = () =>
    void retry(entry, { knownNotes: [...knownNotes, ...(stored.data ?? []).map((event) => event.note)].slice(-500) });
  return (
    <>
      <Notice kind="warning">{t('waiting.conflict')}</Notice>
      <SimpleGrid cols={2}>
        <div>
          <h3 className={classes.side}>{t('waiting.stored')}</h3>
          {stored.error && <Notice kind="error">{messageOf(stored.error, t)}</Notice>}
          {stored.data?.map((event) => (
            <blockquote key={`${event.sn} ${event.code} ${event.startMs}`} className={classes.note}>
              {event.note}
              <div className="muted">{event.acknowledgedBy}</div>
            </blockquote>
          ))}
        </div>
        <div>
          <h3 className={classes.side}>{t('waiting.mine')}</h3>
          <blockquote className={classes.note}>{note}</blockquote>
        </div>
      </SimpleGrid>
      <Group gap="xs">
        <Button size="xs" disabled={!stored.data} onClick={useMine}>
          {t('waiting.useMine')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void discard(entry)}>
          {t('waiting.keepStored')}
        </Button>
      </Group>
    </>
  );
}

type Event = Response<'device/alerts'>['list'][number];
type EventKey = Pick<Event, 'sn' | 'code' | 'startMs'>;
const isSameEvent = (one: EventKey, other: EventKey) =>
  one.sn === other.sn && one.code === other.code && one.startMs === other.startMs;

/** Returns the latest events of a device; of the plant without a serial number. */
async function readEvents(sid: string, sn: string): Promise<Event[]> {
  return (await post('device/alerts', { sid, ...(sn !== '' && { sn }), page: { size: 200 } })).list;
}

function Picture({ content }: { content: Blob }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url ? <img className={classes.picture} src={url} alt={t('outbox.calls.picture')} /> : null;
}
