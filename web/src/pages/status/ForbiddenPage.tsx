// 403: signed in, but without permission for the requested page.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { hasPermission, useSession } from '../../session/session.ts';
import { signOut } from '../../session/signOut.ts';
import { HomeButton } from './HomeButton.tsx';
import { StatusMessage } from './StatusFrame.tsx';

export default function ForbiddenPage() {
  const { t } = useTranslation();
  const session = useSession();
  // The plant list would redirect a role without permission for it back to this page.
  const isStuck = session.token !== '' && !hasPermission('PvPlant', session);
  return (
    <StatusMessage
      code="403"
      title={t('statusPages.forbiddenTitle')}
      text={t('statusPages.forbiddenText')}
      action={isStuck ? <Button onClick={() => void signOut()}>{t('layout.signOut')}</Button> : <HomeButton />}
    />
  );
}
