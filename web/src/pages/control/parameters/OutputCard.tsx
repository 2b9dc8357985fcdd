// Commands of a device other than parameters: power limit, feed-in on or off, restart.
import type { Response } from '@heliograph/contract/calls.ts';
import type { OutputAction } from '@heliograph/contract/commands.ts';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { lazyPart } from '../../../api/loading.ts';
import { useChange } from '../../../api/useCall.ts';
import classes from '../../../components/parameters/parameters.module.css';
import { reasonText, STEP_TONES, valueText } from '../../../components/parameters/words.ts';
import { dateTime, time } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { AsleepDot } from './AtSunrise.tsx';

const OutputDialog = lazyPart(() => import('./OutputDialog.tsx'));

interface Props {
  sid: string;
  device: Response<'gateway/parameters'>;
  control: Response<'gateway/parameters/devices'>['control'];
  timeZone: string;
}

export function OutputCard({ sid, device, control, timeZone }: Props) {
  const { t } = useTranslation();
  const { sn, actions, output, isOnline, parameters } = device;
  const [opened, setOpened] = useState<OutputAction>();
  const read = useChange('gateway/bsg/server', ['gateway/parameters', 'gateway/commands/list']);
  const offers = (action: OutputAction) => actions.some((one) => one.action === action);
  const names = [...(offers('limit') ? ['limitPercent'] : []), ...(offers('on') || offers('off') ? ['on'] : [])];
  const chosen = actions.find(({ action }) => action === opened);
  return (
    <Card
      flush
      title={t('parameters.output')}
      side={
        control.mayRead &&
        names.length > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            loading={read.isPending}
            aria-label={t('parameters.actionsOf', { action: t('parameters.read'), what: t('parameters.output') })}
            onClick={() => read.mutate({ sid, sn, read: names })}
          >
            {t('parameters.read')}
          </Button>
        )
      }
    >
      <div className={classes.part}>
        {parameters.length === 0 && isOnline !== null && (
          <StatusDot tone={isOnline ? 'ok' : 'offline'}>
            {t(isOnline ? 'parameters.online' : 'parameters.offline')}
          </StatusDot>
        )}
        {parameters.length === 0 && device.sleepsUntilIso && (
          <AsleepDot sunrise={time(device.sleepsUntilIso, timeZone)} />
        )}
        {read.error && <Notice kind="error">{messageOf(read.error, t)}</Notice>}
        <OutputFacts device={device} hasLimit={offers('limit')} hasSwitch={names.includes('on')} timeZone={timeZone} />
        {control.mayWrite && (
          <div className={classes.row}>
            {actions.map(({ action }) => (
              <Button key={action} variant="default" onClick={() => setOpened(action)}>
                {t(`parameters.do.${action}`)}
              </Button>
            ))}
          </div>
        )}
      </div>
      {chosen && (
        <Suspense>
          <OutputDialog
            sid={sid}
            sn={sn}
            timeZone={timeZone}
            option={chosen}
            output={output}
            sleepsUntilIso={device.sleepsUntilIso}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}

interface OutputFactsProps {
  device: Props['device'];
  hasLimit: boolean;
  hasSwitch: boolean;
  timeZone: string;
}

function OutputFacts({ device, hasLimit, hasSwitch, timeZone }: OutputFactsProps) {
  const { t } = useTranslation();
  const { output, lastAction } = device;
  return (
    <dl className={`${classes.facts} num`}>
      {hasLimit && (
        <Fact
          name={t('parameters.limit')}
          value={
            output.limitPercent === null
              ? t('parameters.unknown')
              : output.limitPercent >= 100
                ? t('parameters.noLimit')
                : t('parameters.ofRated', { value: valueText(output.limitPercent, '%') })
          }
          when={output.limitIso && dateTime(output.limitIso, timeZone)}
        />
      )}
      {hasSwitch && (
        <Fact
          name={t('parameters.feedsIn')}
          value={output.isOn === null ? t('parameters.unknown') : t(output.isOn ? 'parameters.yes' : 'parameters.no')}
          when={output.onIso && dateTime(output.onIso, timeZone)}
        />
      )}
      {lastAction && (
        <div>
          <dt>{t('parameters.lastCommand')}</dt>
          <dd className={classes.did}>
            {t(`parameters.did.${lastAction.action}`, { value: valueText(lastAction.wanted, '%') })}
            <StatusDot tone={STEP_TONES[lastAction.state]}>{t(`parameters.step.${lastAction.state}`)}</StatusDot>
            {lastAction.reason !== '' && <span className={classes.small}>{reasonText(t, lastAction.reason)}</span>}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Fact({ name, value, when }: { name: string; value: string; when: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={classes.value}>{value}</span>
        {when && <span className={classes.small}>{when}</span>}
      </dd>
    </div>
  );
}
