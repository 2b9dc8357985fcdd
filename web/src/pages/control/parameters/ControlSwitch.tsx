// The owner's switch: whether the plant's devices may be controlled remotely.
import '@mantine/core/styles/Switch.layer.css';
import type { Response } from '@heliograph/contract/calls.ts';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import classes from '../../../components/parameters/parameters.module.css';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';

interface Props {
  sid: string;
  control: Response<'gateway/parameters/devices'>['control'];
}

export function ControlSwitch({ sid, control }: Props) {
  const { t } = useTranslation();
  const change = useChange('gateway/control', [
    'gateway/parameters/devices',
    'gateway/parameters',
    'gateway/commands/list',
  ]);
  return (
    <Card title={t('parameters.control')}>
      <div className={classes.switch}>
        <Switch
          label={t('parameters.allow')}
          description={t('parameters.allowText')}
          checked={!control.isOff}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked } }) => change.mutate({ sid, isOff: !checked })}
        />
        {change.error && <Notice kind="error">{messageOf(change.error, t)}</Notice>}
      </div>
    </Card>
  );
}
