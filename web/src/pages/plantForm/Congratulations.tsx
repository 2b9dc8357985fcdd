// The end of the wizard: a link to the new plant, and a list of checks that updates while the devices report.
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconSolarPanel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteNotifications } from '../../api/liveNudges.ts';
import { useCall } from '../../api/useCall.ts';
import { portal } from '../../brand/portal.ts';
import { Age, useNow } from '../../components/Age.tsx';
import { CredentialList } from '../../components/Credentials.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { SetUpPart } from '../../components/setUp/SetUpPart.tsx';
import { useHistoryImport } from '../../components/useHistoryImport.ts';
import { energyOfKwh, full, inline } from '../../format/numbers.ts';
import { time } from '../../format/times.ts';
import { links } from '../../links.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { focusOn } from '../../ui/focus.ts';
import classes from './edit.module.css';
import { SitePictures } from './SitePictures.tsx';

const focusOnMount = (node: HTMLElement | null) => {
  if (node) focusOn(node);
};

interface Props {
  /** `ownerEmail`: the owner who was named; '' for none, or the user. */
  site: { sid: string; siteName: string; ownerEmail: string; sn: string[]; credentials: Credential[] };
  onAnother: () => void;
}

/** Checks that the list above already shows. */
const SHOWN_ABOVE = ['timeZone'] as const;

export function Congratulations({ site, onAnother }: Props) {
  const { t } = useTranslation();
  useSiteNotifications(site.sid);
  const overview = useCall('site/overview', { sid: site.sid }, { refetchIntervalMs: 10_000 });
  const detail = useCall('site/detail', { sid: site.sid });
  const history = useHistoryImport(site.sid, site.sn);
  const zone = overview.data?.timezone;
  const nowMs = useNow(Date.now() / 1000 - 120);
  return (
    <div className={classes.page}>
      <PageHeader title={t('edit.newTitle')} />
      <div className={classes.form}>
        <div className={classes.done}>
          <div className={classes.doneIcon}>
            <IconSolarPanel size={32} stroke={1.5} aria-hidden />
          </div>
          <h2 ref={focusOnMount}>{t('edit.congratulations')}</h2>
          <p className="muted">{t('edit.isMade', { name: site.siteName })}</p>
          <ul className={classes.checks} aria-label={t('edit.checks')}>
            <Check isDone title={t('edit.checkMade')} text={site.sid} />
            {site.ownerEmail !== '' && (
              <Check
                isDone={portal.sendsMail}
                title={t('edit.ownerCheck')}
                text={t(portal.sendsMail ? 'edit.ownerMailed' : 'edit.ownerNotMailed', { email: site.ownerEmail })}
              />
            )}
            <ReportCheck devices={site.sn.length} history={history} zone={zone} />
            {history.reported > 0 && (
              <Check
                isDone
                title={t('edit.checkHistory', { energy: inline(energyOfKwh(history.totalKwh)) })}
                text={t('edit.checkHistoryText')}
              />
            )}
            {zone && (
              <ZoneCheck
                sid={site.sid}
                clock={time(nowMs / 1000, zone)}
                fits={detail.data?.timezoneFits}
                noon={detail.data?.sunNoon ?? ''}
                zone={zone}
              />
            )}
          </ul>
          {site.sn.length > 0 && (
            <section className={classes.passwords}>
              <h3>{t('edit.setUp')}</h3>
              <SetUpPart sid={site.sid} without={SHOWN_ABOVE} />
            </section>
          )}
          {site.credentials.length > 0 && (
            <section className={classes.passwords} aria-label={t('credentials.title')}>
              <h3>{t('credentials.title')}</h3>
              <CredentialList sid={site.sid} credentials={site.credentials} />
            </section>
          )}
          {detail.data?.rights.update && (
            <div className={classes.passwords}>
              <SitePictures sid={site.sid} mayChange />
            </div>
          )}
          <div className={classes.doneButtons}>
            <Button variant="default" onClick={onAnother}>
              {t('edit.another')}
            </Button>
            <Button renderRoot={(props) => <Link {...props} {...links.siteDetail(site.sid)} />}>
              {t('edit.toPlant', { name: site.siteName })}
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}

interface ReportCheckProps {
  /** Number of devices. */
  devices: number;
  history: ReturnType<typeof useHistoryImport>;
  zone: string | undefined;
}

function ReportCheck({ devices, history, zone }: ReportCheckProps) {
  const { t } = useTranslation();
  const { reported, count, newestIso } = history;
  const text = t('edit.checkReported', { reported: full(reported), total: full(count) });
  useAnnounced(devices === 0 ? '' : text);
  if (devices === 0) return <Check title={t('edit.checkNoDevices')} text={t('edit.checkNoDevicesText')} />;
  const isComplete = reported === count && count > 0;
  return (
    <Check
      isDone={isComplete}
      isBusy={!isComplete}
      title={text}
      text={
        newestIso ? (
          <>
            {t('list.lastData')}: <Age at={newestIso} timeZone={zone} />
          </>
        ) : (
          t('edit.checkReportedText')
        )
      }
    />
  );
}

interface ZoneCheckProps {
  sid: string;
  /** Current local time at the plant. */
  clock: string;
  /** Undefined while loading. */
  fits: boolean | undefined;
  noon: string;
  zone: string;
}

function ZoneCheck({ sid, clock, fits, noon, zone }: ZoneCheckProps) {
  const { t } = useTranslation();
  return (
    <Check
      isDone={fits === true}
      isBusy={fits === undefined}
      isWrong={fits === false}
      title={t('edit.checkZone', { time: clock })}
      text={
        fits === false ? (
          <>
            {t('edit.checkZoneWrong', { noon, zone })} <Link {...links.siteEdit(sid)}>{t('edit.correct')}</Link>
          </>
        ) : (
          t('edit.checkZoneText', { noon, zone })
        )
      }
    />
  );
}

interface CheckProps {
  isDone?: boolean;
  isWrong?: boolean;
  isBusy?: boolean;
  title: string;
  text: ReactNode;
}

function Check({ isDone = false, isWrong = false, isBusy = false, title, text }: CheckProps) {
  const Icon = isWrong ? IconAlertTriangle : isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li className={classes.check} data-state={isWrong ? 'wrong' : isDone ? 'done' : 'waiting'}>
      {isBusy ? <Loader size={20} color="gray" /> : <Icon size={20} stroke={1.75} aria-hidden />}
      <div>
        <b className="num">{title}</b>
        <span className="num">{text}</span>
      </div>
    </li>
  );
}
