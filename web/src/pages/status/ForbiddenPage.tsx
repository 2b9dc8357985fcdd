// 403: signed in, but not authorized for what was asked.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { hasPermission, useSession } from '../../session/session.ts';
import { signOut } from '../../session/signOut.ts';
import { HomeButton } from './HomeButton.tsx';
import { StatusMessage } from './StatusFrame.tsx';

export default function ForbiddenPage() {
  const { t } = useTranslation();
  const session = useSession();
  // A role without the plant list would only come back here.
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
