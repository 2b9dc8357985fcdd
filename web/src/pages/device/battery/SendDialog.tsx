// Review of the changes to a battery before they are sent.
import '../../../ui/panelStyles.ts';
import { type BatterySettings, parametersOfSettings } from '@heliograph/contract/batterySettings.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ReviewTable } from '../../../components/parameters/ReviewTable.tsx';
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
  const { inDevice, limits, isProtected } = view;
  const send = useChange(CALLS[kind].set, [CALLS[kind].view, 'gateway/commands/list', 'gateway/parameters']);
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
      <Stack gap="md">
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
        {send.error && <Notice kind="error">{messageOf(send.error, t)}</Notice>}
        <DialogButtons
          onCancel={onClose}
          loading={send.isPending}
          onClick={() =>
            send.mutate(
              { sid, sn, ...requested, periods: limits.periods ? [...requested.periods] : [] },
              { onSuccess: onSent },
            )
          }
        >
          {t(isProtected ? 'parameters.ask' : 'parameters.send')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
