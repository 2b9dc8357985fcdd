// The first step of a user without plants: set one up, ask for one by one of its devices, or be invited by its installer.
import { Button } from '@mantine/core';
import { IconBarcode, IconCopy, IconPlus, IconSolarPanel, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { links } from '../../links.ts';
import { usePermission, useSession } from '../../session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/copy.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './FirstStep.module.css';
import { JoinByDevice } from './lazyJoin.tsx';

const ICON = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

export function FirstStep() {
  const { t } = useTranslation();
  const mayCreate = usePermission('SiteCreate');
  const email = useSession().info?.email ?? '';
  const offers = useCall('account/offers', {}).data?.list.length ?? 0;
  const copy = () => void copyText(email, { done: t('sites.first.copied'), failed: t('sites.first.notCopied') });
  return (
    <div className={classes.first}>
      {offers > 0 && (
        <Notice kind="info">
          {t('sites.first.offers', { count: offers })} <Link {...links.account()}>{t('sites.first.toOffers')}</Link>
        </Notice>
      )}
      <div className={classes.ways}>
        {mayCreate && (
          <Card className={classes.way}>
            <IconSolarPanel {...ICON} />
            <h2>{t('sites.first.create')}</h2>
            <p>{t('sites.first.createText')}</p>
            <Button
              renderRoot={(props) => <Link {...props} {...links.siteCreate()} />}
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            >
              {t('sites.create')}
            </Button>
          </Card>
        )}
        <Card className={classes.way}>
          <IconBarcode {...ICON} />
          <h2>{t('sites.first.device')}</h2>
          <p>{t('sites.first.deviceText')}</p>
          <Suspense fallback={<Skeleton height={216} />}>
            <JoinByDevice />
          </Suspense>
        </Card>
        <Card className={classes.way}>
          <IconUserPlus {...ICON} />
          <h2>{t('sites.first.join')}</h2>
          <p>{t('sites.first.joinText')}</p>
          <div className={classes.address}>{email}</div>
          <Button variant="default" onClick={copy} leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}>
            {t('sites.first.copy')}
          </Button>
        </Card>
      </div>
    </div>
  );
}
