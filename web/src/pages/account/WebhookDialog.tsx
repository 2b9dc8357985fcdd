// Adds a webhook and shows its signing secret once; or edits a webhook, turns it off and on, deletes it.
import '@mantine/core/styles/Checkbox.layer.css';
import { webhookCreate } from '@heliograph/contract/calls/webhook/create.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { CHANNEL_EVENTS, type ChannelEvent } from '@heliograph/contract/entities/channels.ts';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { Choice } from '../../components/Choice.tsx';
import { contractRules } from '../../components/form/contractRules.ts';
import { Form, FormEnd } from '../../components/form/Form.tsx';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { type ChosenPlant, PlantSelect } from '../../components/PlantSelect.tsx';
import { dateTime } from '../../format/times.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toastDone, toastFailed } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';
import { eventWord } from './eventWord.ts';
import { SecretDialog } from './SecretDialog.tsx';

type Webhook = Response<'webhook/list'>['list'][number];
type WebhookForm = { name: string; url: string };
const EMPTY: WebhookForm = { name: '', url: '' };
const RULES = contractRules<WebhookForm>(webhookCreate.request, {
  empty: EMPTY,
  wireOf: (form) => ({ ...form, events: CHANNEL_EVENTS }),
});
const { TextField } = textFieldsOf<WebhookForm>();
const DEFAULT_EVENTS: readonly ChannelEvent[] = CHANNEL_EVENTS.filter((event) => /^alert|offline$/.test(event));

export default function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const create = useChange('webhook/create', ['webhook/list']);
  const update = useChange('webhook/update', ['webhook/list', 'webhook/deliveries']);
  const [created, setCreated] = useState<Response<'webhook/create'> | null>(null);
  const [events, setEvents] = useState<readonly ChannelEvent[]>(webhook?.events ?? DEFAULT_EVENTS);
  const [isChosen, setChosen] = useState((webhook?.plants ?? null) !== null);
  const [plants, setPlants] = useState<readonly ChosenPlant[]>(webhook?.plants ?? []);
  const [confirming, setConfirming] = useState<'delete' | 'replaceSecret' | null>(null);
  const [replaced, setReplaced] = useState<Response<'webhook/replaceSecret'> | null>(null);
  const isIncomplete = events.length === 0 || (isChosen && plants.length === 0);
  const frame = useFormFrame({
    start: webhook ? { name: webhook.name, url: webhook.url } : EMPTY,
    rules: RULES,
    refusedAt: { webhookAddress: 'url' },
    send: async (values) => {
      const request = { ...values, events: [...events], sids: isChosen ? plants.map(({ sid }) => sid) : null };
      if (!webhook) return setCreated(await create.mutateAsync(request));
      await update.mutateAsync({ ...request, id: webhook.id });
      toastDone(t('channels.saved'));
      onClose();
    },
  });
  if (created)
    return (
      <NewSecret title={t('channels.made')} text={t('channels.madeText')} secret={created.secret} onClose={onClose} />
    );
  if (replaced)
    return (
      <NewSecret
        title={t('channels.replaced')}
        text={t('channels.replacedText', { time: dateTime(replaced.previousUntilIso) })}
        secret={replaced.secret}
        onClose={onClose}
      />
    );
  const toggle = (isOn: boolean) =>
    webhook &&
    update.mutate(
      { id: webhook.id, isOn },
      { onSuccess: onClose, onError: (error) => toastFailed(messageOf(error, t)) },
    );
  return (
    <Dialog opened onClose={onClose} title={webhook ? t('channels.editTitle') : t('channels.addTitle')}>
      <Form frame={frame}>
        <Stack gap="md">
          <TextField name="name" label={t('channels.name')} hasAsterisk={false} />
          <TextField name="url" label={t('channels.url')} description={t('channels.urlText')} hasAsterisk={false} />
          <Events events={events} onChange={setEvents} />
          <Choice
            label={t('channels.plants')}
            value={isChosen ? 'chosen' : 'all'}
            onChange={(value) => setChosen(value === 'chosen')}
            choices={(['all', 'chosen'] as const).map((value) => ({ value, label: t(`channels.${value}`) }))}
          />
          {isChosen && <Plants plants={plants} onChange={setPlants} />}
          {webhook && (
            <Group gap="xs">
              <Button variant="default" loading={update.isPending} onClick={() => toggle(webhook.off !== null)}>
                {t(webhook.off ? 'channels.turnOn' : 'channels.turnOff')}
              </Button>
              <Button variant="default" onClick={() => setConfirming('replaceSecret')}>
                {t('channels.replaceSecret')}
              </Button>
              <Button variant="default" onClick={() => setConfirming('delete')}>
                {t('common.delete')}
              </Button>
            </Group>
          )}
          {webhook?.previousSecretUntilIso && (
            <p className="muted">{t('channels.previousUntil', { time: dateTime(webhook.previousSecretUntilIso) })}</p>
          )}
          {isIncomplete ? (
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button disabled>{t('common.save')}</Button>
            </Group>
          ) : (
            <FormEnd frame={frame} onCancel={onClose} />
          )}
        </Stack>
      </Form>
      {webhook && confirming === 'delete' && (
        <Delete webhook={webhook} onClose={() => setConfirming(null)} onDone={onClose} />
      )}
      {webhook && confirming === 'replaceSecret' && (
        <ReplaceSecret webhook={webhook} onClose={() => setConfirming(null)} onDone={setReplaced} />
      )}
    </Dialog>
  );
}

/** A signing secret, shown once. */
function NewSecret({ secret, ...dialog }: { title: string; text: string; secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SecretDialog {...dialog} secret={secret} confirmLabel={t('tokens.kept')}>
      <TextInput
        label={t('channels.secret')}
        readOnly
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
    </SecretDialog>
  );
}

interface EventsProps {
  events: readonly ChannelEvent[];
  onChange: (events: readonly ChannelEvent[]) => void;
}

function Events({ events, onChange }: EventsProps) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      label={t('channels.tells')}
      value={[...events]}
      onChange={(value) => onChange(CHANNEL_EVENTS.filter((event) => value.includes(event)))}
      error={events.length === 0 ? t('channels.noEvents') : undefined}
    >
      <Stack gap={8} mt={6}>
        {CHANNEL_EVENTS.map((event) => (
          <Checkbox key={event} value={event} label={t(`channels.events.${eventWord(event)}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function Plants({
  plants,
  onChange,
}: {
  plants: readonly ChosenPlant[];
  onChange: (plants: readonly ChosenPlant[]) => void;
}) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(plants.length === 0);
  const chosen = plants.map(({ sid }) => sid);
  const container = useRef<HTMLDivElement>(null);
  const wasAdding = useRef(isAdding);
  // The pressed control is unmounted, so the focus moves to its replacement.
  useEffect(() => {
    if (wasAdding.current !== isAdding) container.current?.querySelector<HTMLElement>('input, button')?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);
  return (
    <div>
      <div ref={container}>
        {isAdding ? (
          <PlantSelect
            label={t('channels.addPlant')}
            placeholder={t('channels.addPlant')}
            searching={t('channels.searching')}
            isSelectable={({ sid }) => !chosen.includes(sid)}
            value={null}
            onChange={(plant) => {
              if (plant) onChange([...plants, plant]);
              setAdding(false);
            }}
          />
        ) : (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {t('channels.addPlant')}
          </Button>
        )}
      </div>
      <ul className={classes.chosen}>
        {plants.map(({ sid, siteName }) => (
          <li key={sid}>
            <span>{siteName}</span>
            <Button
              variant="default"
              size="xs"
              aria-label={t('channels.removePlant', { name: siteName })}
              onClick={() => onChange(plants.filter((plant) => plant.sid !== sid))}
            >
              {t('security.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Delete({ webhook, onClose, onDone }: { webhook: Webhook; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const del = useChange('webhook/del', ['webhook/list']);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => del.mutate({ id: webhook.id }, { onSuccess: onDone })}
      title={t('channels.deleteTitle', { name: webhook.name })}
      text={t('channels.deleteText')}
      isBusy={del.isPending}
      error={del.error ? messageOf(del.error, t) : null}
    />
  );
}

function ReplaceSecret({
  webhook,
  onClose,
  onDone,
}: {
  webhook: Webhook;
  onClose: () => void;
  onDone: (replaced: Response<'webhook/replaceSecret'>) => void;
}) {
  const { t } = useTranslation();
  const replace = useChange('webhook/replaceSecret', ['webhook/list']);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => replace.mutate({ id: webhook.id }, { onSuccess: onDone })}
      title={t('channels.replaceTitle', { name: webhook.name })}
      text={t('channels.replaceText')}
      confirmLabel={t('channels.replaceSecret')}
      confirmColor={undefined}
      isBusy={replace.isPending}
      error={replace.error ? messageOf(replace.error, t) : null}
    />
  );
}
