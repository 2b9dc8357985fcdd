// Review of an output command and its consequences before it is sent.
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { type Amount, AmountInput } from '../../../components/AmountInput.tsx';
import { valueText } from '../../../components/parameters/words.ts';
import { time } from '../../../format/times.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { AtSunrise } from './AtSunrise.tsx';

interface Props extends Pick<Response<'gateway/parameters'>, 'output' | 'sleepsUntilIso'> {
  sid: string;
  sn: string;
  timeZone: string;
  option: Response<'gateway/parameters'>['actions'][number];
  onClose: () => void;
}

export default function OutputDialog({
  sid,
  sn,
  timeZone,
  option: { action, isProtected },
  output,
  sleepsUntilIso,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState<Amount>(output.limitPercent ?? 100);
  const [atSunrise, setAtSunrise] = useState(true);
  const [wasTried, setTried] = useState(false);
  const send = useChange('gateway/bsg/server', [
    'gateway/parameters',
    'gateway/parameters/devices',
    'gateway/commands/list',
  ]);
  const isSound = action !== 'limit' || (limit !== '' && limit >= 0 && limit <= 100);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isSound) return;
    send.mutate(
      { sid, sn, action, waitS: 0, atSunrise, ...(action === 'limit' ? { limitPercent: limit } : {}) },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog opened onClose={onClose} title={t(`parameters.doTitle.${action}`, { sn })} size={480}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <p>{t(`parameters.doText.${action}`)}</p>
          {action === 'limit' && (
            <AmountInput
              label={t('parameters.limitOf')}
              description={t('parameters.before', {
                value: output.limitPercent === null ? t('parameters.unknown') : valueText(output.limitPercent, '%'),
              })}
              unit="%"
              digits={0}
              value={limit}
              error={wasTried && !isSound && t('parameters.limitRange')}
              onChange={setLimit}
            />
          )}
          {sleepsUntilIso && (
            <AtSunrise
              text={t('parameters.sleeps')}
              sunrise={time(sleepsUntilIso, timeZone)}
              isChosen={atSunrise}
              onChange={setAtSunrise}
            />
          )}
          {isProtected && <Notice kind="info">{t('parameters.second')}</Notice>}
          {send.error && <Notice kind="error">{messageOf(send.error, t)}</Notice>}
          <DialogButtons onCancel={onClose} loading={send.isPending}>
            {t(isProtected ? 'parameters.ask' : `parameters.doIt.${action}`)}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
