// Review of the values before they are sent to many devices.
import '../../../ui/panelStyles.ts';
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { ReviewTable } from '../../../components/parameters/ReviewTable.tsx';
import { parameterName, valueText } from '../../../components/parameters/words.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { AtSunrise } from '../parameters/AtSunrise.tsx';

interface Props {
  model: number;
  filters: Partial<ParsedRequest<'configuration/inverter/setupValue'>['filters']>;
  devices: number;
  isAnyAsleep: boolean;
  values: readonly { parameter: ProductParameter; value: number }[];
  onClose: () => void;
  onSent: () => void;
}

export default function SetupReview({ model, filters, devices, isAnyAsleep, values, onClose, onSent }: Props) {
  const { t } = useTranslation();
  const send = useChange('configuration/inverter/setupValue', [
    'configuration/inverter/setupList',
    'configuration/inverter/group/filter',
  ]);
  const [atSunrise, setAtSunrise] = useState(true);
  const needsApproval = values.some(({ parameter }) => parameter.isProtected);
  return (
    <Dialog opened onClose={onClose} title={t('inverterSetup.reviewTitle', { count: devices })} size={560}>
      <Stack gap="md">
        <ReviewTable
          caption={t('inverterSetup.values')}
          nameTitle={t('parameters.name')}
          rows={values.map(({ parameter: { name, title, unit }, value }) => ({
            key: name,
            name: parameterName(t, name, title),
            next: valueText(value, unit),
          }))}
        />
        {needsApproval && <Notice kind="info">{t('parameters.second')}</Notice>}
        {isAnyAsleep && <AtSunrise text={t('inverterSetup.sleep')} isChosen={atSunrise} onChange={setAtSunrise} />}
        <p className="muted">{t('parameters.law')}</p>
        {send.error && <Notice kind="error">{messageOf(send.error, t)}</Notice>}
        <DialogButtons
          onCancel={onClose}
          loading={send.isPending}
          onClick={() =>
            send.mutate(
              {
                model,
                filters,
                devices,
                atSunrise,
                write: values.map(({ parameter: { name }, value }) => ({ name, value })),
              },
              { onSuccess: onSent },
            )
          }
        >
          {t(needsApproval ? 'parameters.ask' : 'inverterSetup.send', { count: devices })}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
