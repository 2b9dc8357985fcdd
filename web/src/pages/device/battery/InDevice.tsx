// Settings of a battery: each value in the device, the requested value and its state; and the button that restores the last good settings.
import type { Response } from '@heliograph/contract/calls.ts';
import { isOpen } from '@heliograph/contract/commands.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/Age.tsx';
import { DeviceCard } from '../../../components/parameters/DeviceCard.tsx';
import parameterClasses from '../../../components/parameters/parameters.module.css';
import { reasonText, STEP_TONES } from '../../../components/parameters/words.ts';
import { DASH } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { CALLS } from './calls.ts';
import { settingRows } from './words.ts';

interface Props {
  sid: string;
  sn: string;
  kind: keyof typeof CALLS;
  view: Response<'battery/hx/params/view'>;
  reading: ComponentProps<typeof DeviceCard>['reading'];
  onUndo: () => void;
}

export function InDevice({ sid, sn, kind, view, reading, onUndo }: Props) {
  const { t } = useTranslation();
  const { rights, inDevice, change, lastGood, limits, timezone } = view;
  const counts = [inDevice, change?.wanted].map((set) => set?.periods.length ?? 0);
  const rowOptions = { hasPeak: limits.peakW !== null, periods: Math.max(...counts) };
  const current = settingRows(t, inDevice, rowOptions);
  const requested = change && settingRows(t, change.wanted, rowOptions);
  return (
    <DeviceCard
      title={t('battery.inDevice')}
      device={{ ...view, sid, sn }}
      mayRead={rights.read}
      shows={CALLS[kind].view}
      {...(reading && { reading })}
      head={
        <>
          <ReadState view={view} />
          {change?.isReturn && <Notice kind="info">{t('parameters.portal')}</Notice>}
        </>
      }
    >
      <table className={`${parameterClasses.table} num`}>
        <caption className="visuallyHidden">{t('battery.inDevice')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('battery.setting')}</th>
            <th scope="col">{t('parameters.inDevice')}</th>
            <th scope="col">{t('parameters.wanted')}</th>
            <th scope="col">{t('parameters.state')}</th>
          </tr>
        </thead>
        <tbody>
          {current.map(({ name, text }, i) => {
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label={t('parameters.inDevice')}>
                  <span className={parameterClasses.value}>{text}</span>
                </td>
                <td data-label={t('parameters.wanted')}>{requested?.[i]?.text ?? DASH}</td>
                <td data-label={t('parameters.state')}>
                  {change ? <ChangeState change={change} isApplied={requested?.[i]?.text === text} /> : DASH}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {(lastGood || change?.reason) && (
        <div className={parameterClasses.part}>
          {change && change.reason !== '' && <Notice kind="warning">{reasonText(t, change.reason)}</Notice>}
          {lastGood && rights.set === 'all' && (
            <div className={parameterClasses.end}>
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
                onClick={onUndo}
              >
                {t('battery.undo', { when: dateTime(lastGood.iso, timezone) })}
              </Button>
            </div>
          )}
        </div>
      )}
    </DeviceCard>
  );
}

/** Whether the values are being read, their age, or why there are none. */
function ReadState({ view }: Pick<Props, 'view'>) {
  const { t } = useTranslation();
  const { inDevice, inDeviceIso, isBusy, isOnline, timezone } = view;
  if (isBusy) return <p className="muted">{t('battery.reading')}</p>;
  if (inDevice === null)
    return <p className="muted">{t(isOnline === false ? 'battery.notReadOffline' : 'battery.notRead')}</p>;
  return (
    <p className="muted">
      {t('battery.read')} <Age at={inDeviceIso} timeZone={timezone} />
    </p>
  );
}

interface ChangeStateProps {
  change: NonNullable<Props['view']['change']>;
  /** True if the device holds the requested value. */
  isApplied: boolean;
}

function ChangeState({ change, isApplied }: ChangeStateProps) {
  const { t } = useTranslation();
  // A value that was read back as requested is in the device even if its command failed;
  // a confirmed value may have changed since.
  if (isApplied && !isOpen(change.state)) return <StatusDot tone="ok">{t('parameters.issued')}</StatusDot>;
  if (change.state === 'readBack') return <StatusDot tone="warning">{t('parameters.changedSince')}</StatusDot>;
  return <StatusDot tone={STEP_TONES[change.state]}>{t(`parameters.step.${change.state}`)}</StatusDot>;
}
