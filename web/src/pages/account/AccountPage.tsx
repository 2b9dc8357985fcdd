// Account of the user: profile, language, appearance, password, sessions, tokens, notifications, and the way to cancel it.
import '../../ui/panelStyles.ts';
import { Button, SimpleGrid, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { usePermission, useSession } from '../../session/session.ts';
import { AppearanceChoice } from '../../shell/AppearanceChoice.tsx';
import ChangePasswordDialog from '../../shell/ChangePasswordDialog.tsx';
import { LanguageChoice } from '../../shell/LanguageChoice.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './AccountPage.module.css';
import { AddressCard } from './AddressCard.tsx';
import { ChannelsCard } from './ChannelsCard.tsx';
import { FilesCard } from './FilesCard.tsx';
import { MailLanguage } from './MailLanguage.tsx';
import { OffersCard } from './OffersCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SignInCard } from './SignInCard.tsx';
import { TemperatureChoice } from './TemperatureChoice.tsx';
import { TokensCard } from './TokensCard.tsx';

export default function AccountPage() {
  const { t } = useTranslation();
  const mayExport = [usePermission('PvPlant'), usePermission('Devices')].includes(true);
  const [changesPassword, setChangesPassword] = useState(false);
  const { secondFactor } = useSession();
  // After the deadline the server refuses all other calls. SignInCard stays mounted, with its recovery codes, once a factor is set up.
  const hasFullAccess = !secondFactor?.isOver;
  return (
    <>
      <PageHeader title={t('account.title')} />
      <Stack gap="md" maw={1040}>
        {!hasFullAccess && <Notice kind="warning">{t('security.needed')}</Notice>}
        {hasFullAccess && <OffersCard />}
        {hasFullAccess && (
          <ProfileAndSettings mayExport={mayExport} onChangePassword={() => setChangesPassword(true)} />
        )}
        <SignInCard />
        {hasFullAccess && <SessionsCard />}
        {hasFullAccess && <TokensCard />}
        {hasFullAccess && <ChannelsCard />}
        {hasFullAccess && <LeaveCard />}
      </Stack>
      {changesPassword && <ChangePasswordDialog onClose={() => setChangesPassword(false)} />}
    </>
  );
}

function ProfileAndSettings({ mayExport, onChangePassword }: { mayExport: boolean; onChangePassword: () => void }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md">
        <ProfileCard />
        <AddressCard />
      </Stack>
      <Stack gap="md" className={classes.beside}>
        <Card title={t('account.settings')}>
          <Stack gap="sm">
            <LanguageChoice label={t('common.language')} />
            <MailLanguage />
            <AppearanceChoice label={t('layout.appearance')} />
            <TemperatureChoice />
          </Stack>
        </Card>
        <Card title={t('account.security')}>
          <Stack gap="sm" align="flex-start">
            <span className="muted">{t('account.securityText')}</span>
            <Button variant="default" onClick={onChangePassword}>
              {t('layout.changePassword')}
            </Button>
          </Stack>
        </Card>
        {mayExport && <FilesCard />}
      </Stack>
    </SimpleGrid>
  );
}

function LeaveCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('layout.unsubscribe')}>
      <Stack gap="sm" align="flex-start">
        <span className="muted">{t('account.leaveText')}</span>
        <Button variant="default" color="red" renderRoot={(props) => <Link {...props} {...links.unsubscribe()} />}>
          {t('layout.unsubscribe')}
        </Button>
      </Stack>
    </Card>
  );
}
