// Temperature unit of the user, which overrides that of the plant.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { Choice } from '../../components/Choice.tsx';
import { toastFailed } from '../../ui/toast.tsx';

type Unit = Response<'account/info'>['temperatureUnit'];

export function TemperatureChoice() {
  const { t } = useTranslation();
  const info = useCall('account/info', {});
  const { mutate, variables, isPending } = useChange('account/update', [
    'account/info',
    'site/detail',
    'site/weather7Day',
  ]);
  return (
    <Choice
      label={t('account.temperatures')}
      value={(isPending ? variables.temperatureUnit : undefined) ?? info.data?.temperatureUnit ?? ''}
      choices={[
        { value: '', label: t('account.asThePlant') },
        { value: 'Celsius', label: '°C' },
        { value: 'Fahrenheit', label: '°F' },
      ]}
      onChange={(unit) =>
        mutate({ temperatureUnit: unit as Unit }, { onError: (error) => toastFailed(messageOf(error, t)) })
      }
    />
  );
}
