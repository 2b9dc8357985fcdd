// Cancels the account: a warning, what is deleted, the plants to hand over, and the final confirmation.
import type { Response } from '@heliograph/contract/calls.ts';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { ArchiveCard } from './unsubscribe/ArchiveCard.tsx';
import { CancelAccount } from './unsubscribe/CancelAccount.tsx';
import { LeavingPlants } from './unsubscribe/LeavingPlants.tsx';
import classes from './unsubscribe/Unsubscribe.module.css';

export default function UnsubscribePage() {
  const { t } = useTranslation();
  const leaving = useCall('account/leaving', {}, { staleMs: 0 });
  const { data, error } = leaving;
  return (
    <>
      <PageHeader title={t('unsubscribe.title')} />
      <Stack gap="md" maw={760}>
        <Notice kind="warning">
          <b>{t('unsubscribe.warning')}</b>
          <br />
          {t('unsubscribe.warningText')}
        </Notice>
        {data ? (
          <>
            <Card title={t('unsubscribe.goesTitle')}>
              <DeletedItems leaving={data} />
            </Card>
            <ArchiveCard />
            {data.owned > 0 && <LeavingPlants plants={data.plants} owned={data.owned} />}
            <CancelAccount leaving={data} />
          </>
        ) : (
          <Card title={t('unsubscribe.goesTitle')}>
            {error ? (
              <ErrorState error={error} onRetry={() => void leaving.refetch()} compact />
            ) : (
              <RowSkeletons rows={4} height={24} />
            )}
          </Card>
        )}
      </Stack>
    </>
  );
}

function DeletedItems({ leaving }: { leaving: Response<'account/leaving'> }) {
  const { t } = useTranslation();
  const { owned, shared, installed, sessions, files, companies } = leaving;
  return (
    <>
      <ul className={classes.goes}>
        <li>{t('unsubscribe.you')}</li>
        {owned > 0 && <li>{t('unsubscribe.plants', { count: owned })}</li>}
        {shared > 0 && <li>{t('unsubscribe.shared', { count: shared })}</li>}
        {installed > 0 && companies.length === 0 && <li>{t('unsubscribe.installed', { count: installed })}</li>}
        {companies.map(({ name, plants }) => (
          <li key={name}>
            {plants > 0 ? t('unsubscribe.company', { count: plants, name }) : t('unsubscribe.companyNone', { name })}
          </li>
        ))}
        <li>{t('unsubscribe.sessions', { count: sessions })}</li>
        {files > 0 && <li>{t('unsubscribe.files', { count: files })}</li>}
      </ul>
      <p className={`${classes.stays} muted`}>{t('unsubscribe.stays')}</p>
    </>
  );
}
