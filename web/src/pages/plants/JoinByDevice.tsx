// Asks for access to a plant by the serial number of one of its devices, and lists the own requests.
import { MAX_JOIN_MESSAGE, SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import joining from '../../components/joining/joining.module.css';
import { ReasonField } from '../../components/ReasonField.tsx';
import { ScanButton } from '../../components/scan/ScanButton.tsx';
import type { Outcome } from '../../components/scan/useScanned.ts';
import { dateOf } from '../../format/times.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { toastDone, toastFailed } from '../../ui/toast.tsx';

const PAGE = { page: { size: 100 } };
/** An answer comes from another person at any time. */
const REFRESH_MS = 30_000;

export default function JoinByDevice() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState('');
  const [wasSubmitted, setSubmitted] = useState(false);
  const ask = useChange('account/joinRequests/make', ['account/joinRequests']);
  const sn = typed.trim().toUpperCase();
  const isSerialNumber = SERIAL_NUMBER.test(sn);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isSerialNumber || ask.isPending) return;
    ask.mutate(
      { sn, message },
      {
        onSuccess: () => {
          setTyped('');
          setMessage('');
          setSubmitted(false);
        },
      },
    );
  };
  const onScanned = (numbers: readonly string[]): Outcome[] => {
    setTyped(numbers.at(-1)!);
    return numbers.map(() => ({ tone: 'ok', text: t('scan.entered') }));
  };
  return (
    <Stack gap="sm" w="100%">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t('joining.sn')}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputContainer={(field) => (
              <Group gap="xs" wrap="nowrap">
                <div style={{ flex: 1 }}>{field}</div>
                <ScanButton
                  isOneByOne
                  hint={t('joining.scanHint')}
                  leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
                  onNumbers={onScanned}
                >
                  {t('joining.scan')}
                </ScanButton>
              </Group>
            )}
            error={wasSubmitted && !isSerialNumber ? t('joining.snNeeded') : undefined}
          />
          <ReasonField
            label={t('joining.message')}
            description={t('joining.messageText')}
            maxLength={MAX_JOIN_MESSAGE}
            value={message}
            onChange={setMessage}
          />
          {ask.error && <Notice kind="error">{messageOf(ask.error, t)}</Notice>}
          {ask.isSuccess && typed === '' && <Notice kind="ok">{t('joining.asked')}</Notice>}
          <div>
            <Button type="submit" loading={ask.isPending}>
              {t('joining.ask')}
            </Button>
          </div>
        </Stack>
      </form>
      <OwnRequests />
    </Stack>
  );
}

function OwnRequests() {
  const { t } = useTranslation();
  const { data } = useCall('account/joinRequests', PAGE, { refetchIntervalMs: REFRESH_MS });
  const withdraw = useChange('account/joinRequests/withdraw', ['account/joinRequests']);
  if (!data || data.list.length === 0) return null;
  return (
    <section aria-label={t('joining.own')}>
      <b>{t('joining.own')}</b>
      <ul className={joining.rows}>
        {data.list.map(({ sn, askedIso, expiresIso, state }) => (
          <li key={sn}>
            <div className={joining.person}>
              <b>{sn}</b>
              <span className="muted">{t('joining.since', { asked: dateOf(askedIso), ends: dateOf(expiresIso) })}</span>
              <StatusDot tone={state === 'accepted' ? 'ok' : 'offline'}>{t(`joining.${state}`)}</StatusDot>
            </div>
            <Button
              variant="default"
              size="xs"
              loading={withdraw.isPending && withdraw.variables.sn === sn}
              onClick={() =>
                withdraw.mutate(
                  { sn },
                  {
                    onSuccess: () => toastDone(t(state === 'accepted' ? 'joining.removed' : 'joining.withdrawn')),
                    onError: (error) => toastFailed(messageOf(error, t)),
                  },
                )
              }
            >
              {t(state === 'accepted' ? 'joining.remove' : 'joining.withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
