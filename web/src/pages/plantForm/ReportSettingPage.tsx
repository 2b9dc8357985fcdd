// E-mail settings of a plant: which reports and alerts are sent, when and to whom, and the delivery of the last ones.
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { isPlantNotFound, PlantNotFound } from '../../components/plant/PlantNotFound.tsx';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { LastMails } from './reportSetting/LastMails.tsx';
import classes from './reportSetting/reportSetting.module.css';
import { SettingsForm } from './reportSetting/SettingsForm.tsx';

function Settings({ sid }: { sid: string }) {
  const { t } = useTranslation();
  const settings = useCall('site/sn/report/settings', { sid }, { staleMs: 0 });
  const { data } = settings;
  if (isPlantNotFound(settings.error)) return <PlantNotFound />;
  if (settings.error && !data) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  return (
    <>
      <PageHeader
        title={t('reportSetting.title')}
        facts={data && <span>{t('reportSetting.of', { name: data.siteName })}</span>}
      >
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} {...links.siteDetail(sid, { view: 'report' })} />}
        >
          {t('plant.report')}
        </Button>
      </PageHeader>
      <div className={classes.stack}>
        {data && !data.sendsMail && <Notice kind="warning">{t('reportSetting.noMail')}</Notice>}
        {data ? (
          <SettingsForm key={data.version} sid={sid} settings={data} onReload={() => void settings.refetch()} />
        ) : (
          <Card>
            <RowSkeletons rows={14} height={56} />
          </Card>
        )}
        {data?.mayChange && (
          <div className={classes.mails}>
            <LastMails settings={data} />
          </div>
        )}
      </div>
    </>
  );
}

export default function ReportSettingPage() {
  const { sid } = useSearch({ from: '/signedIn/pvPlant/reportSetting' });
  return SID_FORM.test(sid) ? <Settings key={sid} sid={sid} /> : <PlantNotFound />;
}
