// Firmware updates awaiting the plant owner's approval: the owner agrees, refuses or postpones; others see that they are pending.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { MAX_POSTPONE_DAYS } from '@heliograph/contract/firmware.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { addDays } from '../../../format/dayCount.ts';
import { dateTime, dayIn } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { DayInput } from '../../DayInput.tsx';

type Question = Response<'site/updates'>['list'][number];

/** Devices listed by name; the rest are counted. */
const MAX_NAMED = 5;

export function UpdateQuestions({ sid, timeZone }: { sid: string; timeZone: string }) {
  const { t } = useTranslation();
  const { data } = useCall('site/updates', { sid });
  if (!data || data.list.length === 0) return null;
  return (
    <div style={{ marginBottom: 16 }}>
      <Card title={t('updates.title')}>
        <Stack gap="lg">
          {data.list.map((question) => (
            <Approval key={question.id} sid={sid} timeZone={timeZone} question={question} />
          ))}
        </Stack>
      </Card>
    </div>
  );
}

function Approval({ sid, timeZone, question }: { sid: string; timeZone: string; question: Question }) {
  const { t } = useTranslation();
  const [isLater, setLater] = useState(false);
  const [day, setDay] = useState('');
  const change = useChange('site/updates/answer', ['site/updates', 'site/overview', 'gateway/commands/list']);
  const { id, description, devices, askedIso, rights } = question;
  const send = (decision: Request<'site/updates/answer'>['answer']) =>
    change.mutate(
      { sid, id, answer: decision, ...(decision === 'later' ? { day } : {}) },
      { onSuccess: () => setLater(false) },
    );
  const versions = [...new Set(devices.map(({ versionName }) => versionName))].join(', ');
  const first = addDays(dayIn(Date.now(), timeZone), 1);
  const last = addDays(dayIn(Date.parse(askedIso), timeZone), MAX_POSTPONE_DAYS);
  return (
    <section aria-label={t('updates.of', { versions })}>
      <Stack gap="xs">
        <b>{t('updates.of', { versions })}</b>
        {description !== '' && <span>{description}</span>}
        <AffectedDevices devices={devices} />
        <State question={question} timeZone={timeZone} />
        {change.error && !isLater && <Notice kind="error">{messageOf(change.error, t)}</Notice>}
        {rights.answer && (
          <Group gap="xs">
            <Button
              size="xs"
              loading={change.isPending && change.variables.answer === 'yes'}
              onClick={() => send('yes')}
            >
              {t('updates.yes')}
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={change.isPending && change.variables.answer === 'no'}
              onClick={() => send('no')}
            >
              {t('updates.no')}
            </Button>
            {last >= first && (
              <Button size="xs" variant="default" onClick={() => setLater(true)}>
                {t('updates.putOff')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      <Dialog opened={isLater} onClose={() => setLater(false)} title={t('updates.putOff')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send('later');
          }}
        >
          <Stack gap="md">
            <p className="muted">{t('updates.putOffText')}</p>
            <DayInput label={t('updates.day')} value={day} onChange={setDay} min={first} max={last} isInPanel />
            {change.error && <Notice kind="error">{messageOf(change.error, t)}</Notice>}
            <DialogButtons onCancel={() => setLater(false)} loading={change.isPending} disabled={day === ''}>
              {t('updates.putOff')}
            </DialogButtons>
          </Stack>
        </form>
      </Dialog>
    </section>
  );
}

function AffectedDevices({ devices }: Pick<Question, 'devices'>) {
  const { t } = useTranslation();
  return (
    <span className="muted">
      {devices
        .slice(0, MAX_NAMED)
        .map(({ sn, alias, before }) => t('updates.device', { device: alias === '' ? sn : alias, before }))
        .join('; ')}
      {devices.length > MAX_NAMED && ` ${t('updates.more', { count: devices.length - MAX_NAMED })}`}
    </span>
  );
}

/** Who requested the update, and what became of the request. */
function State({ question, timeZone }: { question: Question; timeZone: string }) {
  const { t } = useTranslation();
  const { company, askedIso, endsIso, answer, laterIso, rights } = question;
  return (
    <>
      <span className="muted">
        {t(company === '' ? 'updates.askedAt' : 'updates.askedBy', { company, at: dateTime(askedIso, timeZone) })}
      </span>
      <span>
        {answer === '' &&
          t(rights.answer ? 'updates.asksYou' : 'updates.asksOwner', { at: dateTime(endsIso, timeZone) })}
        {answer === 'later' && laterIso && t('updates.later', { at: dateTime(laterIso, timeZone) })}
        {answer === 'yes' && t('updates.agreed')}
        {answer === 'no' && t('updates.refused')}
      </span>
    </>
  );
}
