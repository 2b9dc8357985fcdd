// Remote control of a plant: values in the devices, requested values, and every command sent.
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteNotifications } from '../../api/liveNudges.ts';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { WhatIsThis } from '../../components/guide/WhatIsThis.tsx';
import { NeedsFactor } from '../../components/NeedsFactor.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import classes from '../../components/parameters/parameters.module.css';
import { isPlantNotFound, PlantNotFound } from '../../components/plant/PlantNotFound.tsx';
import { dayText } from '../../format/times.ts';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { LimitRuleCard } from './limitRule/LimitRuleCard.tsx';
import { Commands } from './parameters/Commands.tsx';
import { ControlSwitch } from './parameters/ControlSwitch.tsx';
import { DeviceParameters } from './parameters/DeviceParameters.tsx';
import { DevicePicker } from './parameters/DevicePicker.tsx';

/** Devices in the list of choices; beyond that the user searches. */
const MAX_CHOICES = 200;

function Parameters({ sid, requestedSn }: { sid: string; requestedSn: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [keywords, setKeywords] = useState('');
  useSiteNotifications(sid);
  const devices = useCall(
    'gateway/parameters/devices',
    { sid, page: { size: MAX_CHOICES, num: 0 }, ...(keywords === '' ? {} : { keywords }) },
    { keepsPrevious: true },
  );
  const { data } = devices;
  if (isPlantNotFound(devices.error)) return <PlantNotFound />;
  if (devices.error && !data) return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />;
  const sn = requestedSn ?? data?.list[0]?.sn;
  const control = data?.control;
  return (
    <div className={classes.page}>
      <PageHeader title={t('parameters.title')} facts={data && <span>{data.siteName}</span>}>
        <WhatIsThis section="remoteControl" />
        <Button variant="default" renderRoot={(props) => <Link {...props} {...links.siteDetail(sid)} />}>
          {t('parameters.plant')}
        </Button>
      </PageHeader>
      <div className={classes.stack}>
        {control?.isOff && <Notice kind="warning">{t('parameters.isOff')}</Notice>}
        {control?.freeIso && (
          <Notice kind="info">{t('parameters.noOwner', { day: dayText(control.freeIso.slice(0, 10)) })}</Notice>
        )}
        {control?.needsSecondFactor && control.mayRead && (
          <NeedsFactor text={t('parameters.needsSecond')} way={t('parameters.toAccount')} />
        )}
        {!data && (
          <Card>
            <RowSkeletons rows={9} height={48} />
          </Card>
        )}
        {data && data.total === 0 && keywords === '' && (
          <Card>
            <EmptyState
              icon={<IconSettings size={24} stroke={1.75} aria-hidden />}
              title={t('parameters.none')}
              text={t('parameters.noneText')}
            />
          </Card>
        )}
        {data && (data.total > 0 || keywords !== '') && (
          <DevicePicker
            devices={data.list}
            isMore={data.total > MAX_CHOICES || keywords !== ''}
            sn={sn}
            keywords={keywords}
            onSearch={setKeywords}
            onChange={(chosen) => void navigate({ ...links.parameterSetting(sid, chosen), replace: true })}
          />
        )}
        {control && sn !== undefined && data.total > 0 && (
          <DeviceParameters
            key={sn}
            sid={sid}
            sn={sn}
            kind={data.list.find((one) => one.sn === sn)?.kind}
            control={control}
            timeZone={data.timezone}
          />
        )}
        {data && data.total > 0 && <LimitRuleCard sid={sid} />}
        {control?.maySwitch && <ControlSwitch sid={sid} control={control} />}
        {data && <Commands key={`commands of ${sn}`} sid={sid} sn={sn} timeZone={data.timezone} />}
      </div>
    </div>
  );
}

export default function ParameterSettingPage() {
  const { sid, sn } = useSearch({ from: '/signedIn/pvPlant/parameterSetting' });
  const plant = String(sid ?? '');
  return SID_FORM.test(plant) ? (
    <Parameters key={plant} sid={plant} requestedSn={sn === undefined ? undefined : String(sn)} />
  ) : (
    <PlantNotFound />
  );
}
