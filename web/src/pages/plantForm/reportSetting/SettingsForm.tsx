// The form of the mails of a plant: reports, alerts, recipients; saved together with the version that was loaded.
import '@mantine/core/styles/Checkbox.layer.css';
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx';
import { languageList } from '../../../i18n/language.ts';
import { useSession } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { Recipients } from './Recipients.tsx';
import classes from './reportSetting.module.css';

type Settings = Response<'site/sn/report/settings'>;
type Alerts = 'off' | 'hourly' | 'window';

interface Draft {
  daily: boolean;
  weekly: boolean;
  monthly: boolean;
  hour: number;
  language: Settings['language'];
  alerts: Alerts;
  start: number;
  end: number;
  found: boolean;
  recipients: string[];
}

const draftOf = (settings: Settings): Draft => ({
  daily: settings.optionsDaily === 1,
  weekly: settings.optionsWeekly === 1,
  monthly: settings.optionsMonthly === 1,
  hour: settings.hour,
  language: settings.language,
  alerts: settings.alertHourly === 1 ? 'hourly' : settings.alertTime === 1 ? 'window' : 'off',
  start: Number(settings.alertStart),
  end: Number(settings.alertEnd),
  found: settings.alertFound === 1,
  recipients: settings.recipients.map(({ email }) => email),
});

const requestOf = (draft: Draft) => ({
  hour: draft.hour,
  language: draft.language,
  recipients: draft.recipients,
  optionsDaily: draft.daily,
  optionsWeekly: draft.weekly,
  optionsMonthly: draft.monthly,
  alertHourly: draft.alerts === 'hourly',
  alertTime: draft.alerts === 'window',
  alertStart: draft.start,
  alertEnd: draft.end,
  alertFound: draft.found,
});

const hoursTo = (last: number) =>
  Array.from({ length: last + 1 }, (_, hour) => ({
    value: String(hour),
    label: `${String(hour).padStart(2, '0')}:00`,
  }));
const REPORTS = ['daily', 'weekly', 'monthly'] as const;
const HOUR_PX = 112;

interface Props {
  sid: string;
  settings: Settings;
  onReload: () => void;
}

export function SettingsForm({ sid, settings, onReload }: Props) {
  const { t } = useTranslation();
  const own = useSession().info?.email;
  const [start] = useState(() => draftOf(settings));
  // Whoever sets it up first is a recipient unless they remove themselves.
  const [draft, setDraft] = useState(settings.version === 0 && own ? { ...start, recipients: [own] } : start);
  const change = useChange('site/sn/report/setUp', ['site/sn/report/settings']);
  const { mayChange, version, timezone } = settings;
  const [first] = useState(draft);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first);
  const put = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ sid, version, ...requestOf(draft) }, { onSuccess: () => toastDone(t('saved.saved')) });
  };
  const wasChanged = change.error instanceof ApiError && change.error.code === ERROR_CODES.siteHasChanged;
  return (
    <form onSubmit={submit} className={classes.stack}>
      {!mayChange && <p className="muted">{t('reportSetting.readOnly')}</p>}
      <Reports draft={draft} mayChange={mayChange} put={put} timezone={timezone} />
      <AlertMails draft={draft} mayChange={mayChange} put={put} />
      {mayChange && (
        <Recipients
          emails={draft.recipients}
          saved={settings.recipients}
          onChange={(recipients) => put({ recipients })}
        />
      )}
      {change.error && (
        <Notice kind="error">{wasChanged ? t('reportSetting.changed') : messageOf(change.error, t)}</Notice>
      )}
      {mayChange && (
        <div className={classes.end}>
          {wasChanged && (
            <Button variant="default" onClick={onReload}>
              {t('reportSetting.reload')}
            </Button>
          )}
          <Button type="submit" disabled={!isDirty} loading={change.isPending}>
            {t('common.save')}
          </Button>
        </div>
      )}
      {isDirty && !change.isPending && !change.isSuccess && <LeaveGuard />}
    </form>
  );
}

interface PartProps {
  draft: Draft;
  mayChange: boolean;
  put: (part: Partial<Draft>) => void;
}

/** Which reports are sent, at which hour and in which language. */
function Reports({ draft, mayChange, put, timezone }: PartProps & { timezone: string }) {
  const { t } = useTranslation();
  return (
    <Card title={t('reportSetting.reports')}>
      <p className={classes.about}>{t('reportSetting.reportsText', { zone: timezone })}</p>
      <div className={classes.checks}>
        {REPORTS.map((report) => (
          <Checkbox
            key={report}
            label={t(`reportSetting.${report}`)}
            checked={draft[report]}
            disabled={!mayChange}
            onChange={(event) => put({ [report]: event.currentTarget.checked })}
          />
        ))}
      </div>
      {mayChange && (
        <div className={classes.row}>
          <Choice
            label={t('reportSetting.hour')}
            value={String(draft.hour)}
            choices={hoursTo(23)}
            widthPx={HOUR_PX}
            onChange={(hour) => put({ hour: Number(hour) })}
          />
          <Choice
            label={t('reportSetting.language')}
            value={draft.language}
            choices={languageList().map(({ webCode, title }) => ({ value: webCode, label: title }))}
            widthPx={180}
            onChange={(language) => put({ language: language as Draft['language'] })}
          />
        </div>
      )}
    </Card>
  );
}

/** When alerts are sent, and whether findings are. */
function AlertMails({ draft, mayChange, put }: PartProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  return (
    <Card title={t('reportSetting.alerts')}>
      <p className={classes.about}>{t('reportSetting.alertsText')}</p>
      <SegmentedControl
        // Side by side its longest words leave no room on a phone.
        orientation={isPhone ? 'vertical' : 'horizontal'}
        fullWidth={isPhone}
        aria-label={t('reportSetting.alerts')}
        value={draft.alerts}
        disabled={!mayChange}
        onChange={(alerts) => put({ alerts: alerts as Alerts })}
        data={(['off', 'hourly', 'window'] as const).map((value) => ({ value, label: t(`reportSetting.${value}`) }))}
      />
      {draft.alerts === 'window' && (
        <>
          <div className={classes.row}>
            <Choice
              label={t('reportSetting.start')}
              value={String(draft.start)}
              choices={hoursTo(23)}
              widthPx={HOUR_PX}
              onChange={(hour) => mayChange && put({ start: Number(hour) })}
            />
            <Choice
              label={t('reportSetting.end')}
              value={String(draft.end)}
              choices={hoursTo(24)}
              widthPx={HOUR_PX}
              onChange={(hour) => mayChange && put({ end: Number(hour) })}
            />
          </div>
          <p className="muted">{t('reportSetting.windowText')}</p>
        </>
      )}
      <Checkbox
        className={classes.found}
        label={t('reportSetting.found')}
        description={t('reportSetting.foundText')}
        checked={draft.found}
        disabled={!mayChange}
        onChange={(event) => put({ found: event.currentTarget.checked })}
      />
    </Card>
  );
}
