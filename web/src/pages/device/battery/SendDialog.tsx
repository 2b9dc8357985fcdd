// Review of the changes to a battery before they are sent.
import '../../../ui/panelStyles.ts';
import { type BatterySettings, parametersOfSettings } from '@heliograph/contract/batterySettings.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ReviewTable } from '../../../components/parameters/ReviewTable.tsx';
import { useSession } from '../../../session/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { CALLS } from './calls.ts';
import { settingRows } from './words.ts';

interface Props {
  sid: string;
  sn: string;
  kind: keyof typeof CALLS;
  view: Response<'battery/hx/params/view'>;
  requested: BatterySettings;
  onClose: () => void;
  onSent: () => void;
}

export default function SendDialog({ sid, sn, kind, view, requested, onClose, onSent }: Props) {
  const { t } = useTranslation();
  const { inDevice, limits, isProtected, rights } = view;
  const { info } = useSession();
  const send = useChange(CALLS[kind].set, [CALLS[kind].view, 'gateway/commands/list', 'gateway/parameters']);
  const [password, setPassword] = useState('');
  const isWrong = send.error instanceof ApiError && send.error.code === ERROR_CODES.wrongPassword;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const periods = limits.periods ? [...requested.periods] : [];
    send.mutate({ sid, sn, ...requested, periods, ...(rights.needsPassword && { password }) }, { onSuccess: onSent });
  };
  const rowOptions = {
    hasPeak: limits.peakW !== null,
    periods: Math.max(inDevice?.periods.length ?? 0, requested.periods.length),
  };
  const before = settingRows(t, inDevice, rowOptions);
  const changes = settingRows(t, requested, rowOptions)
    .map(({ name, text }, i) => ({ name, now: before[i]!.text, next: text }))
    .filter(({ now, next }) => inDevice === null || now !== next);
  const isSame =
    inDevice !== null &&
    JSON.stringify(parametersOfSettings(inDevice, limits)) === JSON.stringify(parametersOfSettings(requested, limits));
  return (
    <Dialog opened onClose={onClose} title={t('parameters.reviewTitle')} size={640}>
      <Stack component="form" gap="md" onSubmit={submit}>
        {isSame ? (
          <p>{t('battery.sameAgain')}</p>
        ) : (
          <ReviewTable
            caption={t('parameters.reviewTitle')}
            nameTitle={t('battery.setting')}
            rows={changes.map(({ name, now, next }) => ({
              key: name,
              name,
              now: inDevice === null ? t('parameters.unknown') : now,
              next,
            }))}
          />
        )}
        {isProtected && <Notice kind="info">{t('parameters.second')}</Notice>}
        {rights.needsPassword && (
          <>
            {/* Associates the password with its account for password managers. */}
            <input type="hidden" name="username" autoComplete="username" value={info?.email ?? ''} readOnly />
            <PasswordInput
              label={t('battery.password')}
              description={t('battery.passwordText')}
              name="password"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword'), tabIndex: 0 }}
              value={password}
              error={isWrong && t('battery.wrongPassword')}
              onChange={({ currentTarget: { value } }) => setPassword(value)}
            />
          </>
        )}
        {send.error && !isWrong && <Notice kind="error">{messageOf(send.error, t)}</Notice>}
        <DialogButtons onCancel={onClose} loading={send.isPending} disabled={rights.needsPassword && password === ''}>
          {t(isProtected ? 'parameters.ask' : 'parameters.send')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
