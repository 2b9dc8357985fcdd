// Settings of a battery or a hybrid: current values, modes as cards, levels and a daily schedule; reviewed before anything is sent.
import {
  batteryProblems,
  isSameSettings,
  type BatterySettings as Settings,
} from '@heliograph/contract/batterySettings.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { isOpen } from '@heliograph/contract/commands.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/failures.ts';
import { lazyPart } from '../../../api/loading.ts';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx';
import { WhatIsThis } from '../../../components/guide/WhatIsThis.tsx';
import parameterClasses from '../../../components/parameters/parameters.module.css';
import { reasonText } from '../../../components/parameters/words.ts';
import { useAnnounced } from '../../../ui/announcer.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import classes from './battery.module.css';
import { CALLS } from './calls.ts';
import { DayPreview } from './DayPreview.tsx';
import { type Draft, draftOf, settingsOf } from './draft.ts';
import { InDevice } from './InDevice.tsx';
import { Levels, UNKNOWN } from './Levels.tsx';
import { ModeCards } from './ModeCards.tsx';
import { Periods } from './Periods.tsx';
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx';
import { useReading } from './useReading.ts';
import { problemText } from './words.ts';

const SendDialog = lazyPart(() => import('./SendDialog.tsx'));
const OwnerAccess = lazyPart(() => import('./OwnerAccess.tsx'));

type View = Response<'battery/hx/params/view'>;

/** Fallback; a response of the device updates the page at once. */
const REFETCH_MS = 15_000;
/** Capacity and evenings change slowly. */
const TONIGHT_MS = 300_000;
const NOT_SETTABLE: readonly number[] = [
  ERROR_CODES.notControllable,
  ERROR_CODES.noBatterySettings,
  ERROR_CODES.deviceNotFound,
];

interface Props {
  sid: string;
  sn: string;
  kind: keyof typeof CALLS;
}

export function BatterySettings(props: Props) {
  const { t } = useTranslation();
  const { sid, sn, kind } = props;
  const view = useCall(CALLS[kind].view, { sid, sn }, { refetchIntervalMs: REFETCH_MS });
  if (view.error instanceof ApiError && NOT_SETTABLE.includes(view.error.code)) {
    return (
      <Card>
        <EmptyState
          icon={<IconSettings size={24} stroke={1.75} aria-hidden />}
          title={t('battery.none')}
          text={t('battery.noneText')}
        />
      </Card>
    );
  }
  if (view.error && !view.data) return <ErrorState error={view.error} onRetry={() => void view.refetch()} />;
  if (!view.data) {
    return (
      <Card>
        <RowSkeletons rows={8} height={48} />
      </Card>
    );
  }
  return <Editor {...props} view={view.data} />;
}

function Editor({ sid, sn, kind, view }: Props & { view: View }) {
  const { t } = useTranslation();
  const { limits, rights, inDevice, lastGood } = view;
  const [draft, setDraft] = useState<Draft | null>(null);
  const [reviewed, setReviewed] = useState<Settings | null>(null);
  const reading = useReading({ sid, sn, kind }, view);
  useAnnouncedCommand(view);
  const isChanged = draft !== null && inDevice !== null && isDifferent(draft, inDevice, limits);
  const isOwner = rights.set === 'modeAndReserve';
  const device = (
    <InDevice
      sid={sid}
      sn={sn}
      kind={kind}
      view={view}
      reading={reading}
      onUndo={() => lastGood && setReviewed(lastGood.settings)}
    />
  );
  // Owners come for mode and reserve, so these are first.
  const form =
    inDevice === null ? (
      <Unread view={view} />
    ) : (
      <SettingsForm
        sid={sid}
        view={view}
        inDevice={inDevice}
        draft={draft}
        isChanged={isChanged}
        onDraft={setDraft}
        onReview={setReviewed}
      />
    );
  return (
    <div className={parameterClasses.stack}>
      <ReadOnlyNotice view={view} />
      {isOwner && form}
      {device}
      {!isOwner && form}
      {rights.restrict && (
        <Suspense>
          <OwnerAccess sid={sid} kind={kind} view={view} />
        </Suspense>
      )}
      {!view.isVerified && <p className="muted">{t('parameters.unverified')}</p>}
      {reviewed && (
        <Suspense>
          <SendDialog
            sid={sid}
            sn={sn}
            kind={kind}
            view={view}
            requested={reviewed}
            onClose={() => setReviewed(null)}
            onSent={() => {
              setReviewed(null);
              setDraft(null);
            }}
          />
        </Suspense>
      )}
      {isChanged && !reviewed && <LeaveGuard />}
    </div>
  );
}

/** Speaks how the change and the reading of the settings get on. */
function useAnnouncedCommand({ change, isBusy, inDeviceIso }: View): void {
  const { t } = useTranslation();
  const step = change === null ? '' : t(`parameters.step.${change.state}`);
  const reason = change && change.reason !== '' ? `. ${reasonText(t, change.reason)}` : '';
  useAnnounced(`${step}${reason}`, `${change?.id} ${change?.state}`);
  const isReading = isBusy && !(change && isOpen(change.state));
  useAnnounced(isReading ? t('battery.reading') : inDeviceIso ? t('parameters.step.readBack') : '', isReading);
}

/** A draft with faults counts as changed, so that leaving the page asks first. */
function isDifferent(draft: Draft, inDevice: Settings, limits: View['limits']): boolean {
  const settings = settingsOf(draft, limits);
  return batteryProblems(settings, limits).length > 0 || !isSameSettings(settings, inDevice, limits);
}

/** The form before the device has been read: no value is known, so none is shown. */
function Unread({ view: { limits, isBusy, isOnline } }: { view: View }) {
  const { t } = useTranslation();
  const word = isBusy ? 'reading' : isOnline === false ? 'notReadOffline' : 'notRead';
  return (
    <fieldset className={classes.form} disabled>
      <Card title={t('battery.mode')} side={<WhatIsThis section="battery" />}>
        <ModeCards modes={limits.modes} value={null} onChange={() => undefined} />
        <Levels
          limits={limits}
          problems={[]}
          draft={UNKNOWN}
          settings={null}
          change={() => undefined}
          isOwner={false}
          timeZone=""
        />
        <p className="muted">{t(`battery.${word}`)}</p>
      </Card>
    </fieldset>
  );
}

interface FormProps {
  sid: string;
  view: View;
  inDevice: Settings;
  /** Null: unchanged. */
  draft: Draft | null;
  isChanged: boolean;
  onDraft: (draft: Draft | null) => void;
  onReview: (settings: Settings) => void;
}

function SettingsForm({ sid, view, inDevice, draft, isChanged, onDraft, onReview }: FormProps) {
  const { t } = useTranslation();
  const { limits, rights } = view;
  const tonight = useCall('battery/hx/tonight', { sid, sn: view.sn }, { staleMs: TONIGHT_MS });
  const current = draft ?? draftOf(inDevice);
  const settings = settingsOf(current, limits);
  const problems = batteryProblems(settings, limits);
  const change = (changed: Partial<Draft>) => onDraft({ ...current, ...changed });
  const isOwner = rights.set === 'modeAndReserve';
  const mayChangeAll = rights.set === 'all';
  const buttons = (
    <div className={parameterClasses.end}>
      <Button variant="default" disabled={draft === null} onClick={() => onDraft(null)}>
        {t('parameters.discard')}
      </Button>
      <Button type="submit" disabled={problems.length > 0 || !isChanged}>
        {t('battery.review')}
      </Button>
    </div>
  );
  // Enter in a field reviews the change.
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.length === 0 && isChanged) onReview(settings);
      }}
    >
      <fieldset className={classes.form} disabled={rights.set === 'nothing'} data-work>
        <Card title={t('battery.mode')} side={<WhatIsThis section="battery" />}>
          <ModeCards modes={limits.modes} value={current.mode} onChange={(mode) => change({ mode })} />
          <Levels
            limits={limits}
            problems={problems}
            draft={current}
            settings={problems.length === 0 ? settings : null}
            change={change}
            isOwner={isOwner}
            tonight={tonight.data}
            timeZone={view.timezone}
          />
          {isOwner && <p className="muted">{t('battery.ownerSets', { company: rights.companyName })}</p>}
          {isOwner && buttons}
        </Card>
        <Card title={t(limits.periods ? 'battery.schedule' : 'battery.preview')}>
          {limits.periods && (
            <fieldset className={classes.form} disabled={!mayChangeAll}>
              <Schedule
                limits={limits}
                problems={problems}
                draft={current}
                mayChange={mayChangeAll}
                onChange={(changed) => onDraft(changed)}
              />
            </fieldset>
          )}
          {problems.length === 0 ? (
            <DayPreview settings={settings} clockMove={view.clockMove} />
          ) : (
            <p className="muted">{t('battery.noPreview')}</p>
          )}
          {mayChangeAll && buttons}
        </Card>
      </fieldset>
    </form>
  );
}

type Problems = ReturnType<typeof batteryProblems>;
interface ScheduleProps {
  limits: View['limits'];
  problems: Problems;
  draft: Draft;
  mayChange: boolean;
  onChange: (draft: Draft) => void;
}

function Schedule({ limits, problems, draft, mayChange, onChange }: ScheduleProps) {
  const { t } = useTranslation();
  const scheduleProblems = problems.filter(({ word }) => word === 'noPeriods' || word === 'tooManyPeriods');
  return (
    <>
      <p className="muted">{t(draft.mode === 'timeOfUse' ? 'battery.scheduleText' : 'battery.scheduleKept')}</p>
      <Periods limits={limits} problems={problems} draft={draft} mayChange={mayChange} onChange={onChange} />
      {scheduleProblems.map((problem) => (
        <Notice key={problem.word} kind="error">
          {problemText(t, problem)}
        </Notice>
      ))}
    </>
  );
}
