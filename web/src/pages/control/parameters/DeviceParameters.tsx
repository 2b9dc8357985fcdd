// Parameters of one device: current, allowed and requested values; changes are collected, reviewed, then sent.
import { isBatteryParameter } from '@heliograph/contract/batterySettings.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { fitsParameter, isSameValue } from '@heliograph/contract/commands.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { useCall } from '../../../api/useCall.ts';
import type { Amount } from '../../../components/AmountInput.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx';
import { DeviceCard } from '../../../components/parameters/DeviceCard.tsx';
import classes from '../../../components/parameters/parameters.module.css';
import { time } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { AsleepDot } from './AtSunrise.tsx';
import { OutputCard } from './OutputCard.tsx';
import { ParameterTable } from './ParameterTable.tsx';
import { ProfilePicker } from './ProfilePicker.tsx';

const ReviewDialog = lazyPart(() => import('./ReviewDialog.tsx'));

export type Parameter = Response<'gateway/parameters'>['parameters'][number];
type Control = Response<'gateway/parameters/devices'>['control'];

/** Fallback; a response of the device updates the page at once. */
const REFETCH_MS = 15_000;

interface Props {
  sid: string;
  sn: string;
  /** Undefined if the device is not in the list. */
  kind: ReportKind | undefined;
  control: Control;
  timeZone: string;
}

export function DeviceParameters({ sid, sn, kind, control, timeZone }: Props) {
  const { t } = useTranslation();
  const device = useCall('gateway/parameters', { sid, sn }, { refetchIntervalMs: REFETCH_MS });
  const [draft, setDraft] = useState<Record<string, Amount>>({});
  const [isReviewed, setReviewed] = useState(false);
  const { data } = device;
  if (device.error && !data) return <ErrorState error={device.error} onRetry={() => void device.refetch()} />;
  if (!data) return <Loading />;
  // Battery parameters are set together, on the battery's own page.
  const parameters = data.parameters.filter(({ name }) => !isBatteryParameter(name));
  const hasBattery = parameters.length < data.parameters.length;
  const changed = parameters.filter(({ name, value }) => {
    const requested = draft[name];
    return typeof requested === 'number' && !(value !== null && isSameValue(requested, value));
  });
  const isSound = changed.every((parameter) => fitsParameter(Number(draft[parameter.name]), parameter));
  const actions = data.actions.length > 0 && (
    <OutputCard sid={sid} device={data} control={control} timeZone={timeZone} />
  );
  if (data.parameters.length === 0) return actions;
  return (
    <>
      {actions}
      <DeviceCard
        title={t('parameters.list')}
        device={{ ...data, sid }}
        mayRead={control.mayRead}
        shows="gateway/parameters"
        head={
          <>
            {data.sleepsUntilIso && <AsleepDot sunrise={time(data.sleepsUntilIso, timeZone)} />}
            {hasBattery && (kind === 'battery' || kind === 'hybrid') && <BatteryLink sid={sid} sn={sn} kind={kind} />}
            {control.mayWrite && (
              <ProfilePicker parameters={parameters} onApply={(values) => setDraft({ ...draft, ...values })} />
            )}
          </>
        }
      >
        {parameters.length > 0 && (
          <ParameterTable
            parameters={parameters}
            timeZone={timeZone}
            draft={draft}
            mayWrite={control.mayWrite}
            onChange={(name, value) => setDraft({ ...draft, [name]: value })}
          />
        )}
        <div className={classes.part}>
          {parameters.some(({ isVerified }) => !isVerified) && <p className="muted">{t('parameters.unverified')}</p>}
          {control.mayWrite && parameters.length > 0 && (
            <ReviewButtons
              changes={changed.length}
              isTyped={Object.keys(draft).length > 0}
              isSound={isSound}
              onDiscard={() => setDraft({})}
              onReview={() => setReviewed(true)}
            />
          )}
        </div>
        {isReviewed && (
          <Suspense>
            <ReviewDialog
              sid={sid}
              sn={sn}
              sleepsUntilIso={data.sleepsUntilIso}
              timeZone={timeZone}
              changes={changed.map((parameter) => ({ parameter, requested: Number(draft[parameter.name]) }))}
              onClose={() => setReviewed(false)}
              onSent={() => {
                setReviewed(false);
                setDraft({});
              }}
            />
          </Suspense>
        )}
        {changed.length > 0 && !isReviewed && <LeaveGuard />}
      </DeviceCard>
    </>
  );
}

interface ReviewButtonsProps {
  /** Number of changes. */
  changes: number;
  isTyped: boolean;
  isSound: boolean;
  onDiscard: () => void;
  onReview: () => void;
}

function ReviewButtons({ changes, isTyped, isSound, onDiscard, onReview }: ReviewButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.end}>
      <Button variant="default" disabled={!isTyped} onClick={onDiscard}>
        {t('parameters.discard')}
      </Button>
      <Button disabled={changes === 0 || !isSound} onClick={onReview}>
        {changes === 0 ? t('parameters.reviewNone') : t('parameters.review', { count: changes })}
      </Button>
    </div>
  );
}

function BatteryLink({ sid, sn, kind }: { sid: string; sn: string; kind: ReportKind }) {
  const { t } = useTranslation();
  return (
    <p>
      <Link className={classes.link} {...links.device({ sid, sn, kind }, { view: 'settings' })}>
        {t('parameters.toBattery')}
      </Link>
    </p>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <Card title={t('parameters.list')}>
      <RowSkeletons rows={8} height={48} />
    </Card>
  );
}
