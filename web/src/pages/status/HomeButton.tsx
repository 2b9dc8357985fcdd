// Button to the plant list with a session, to sign-in without.
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../../links.ts';
import { useSession } from '../../session/session.ts';

export function HomeButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { token } = useSession();
  return (
    <Button onClick={() => void navigate(token ? links.sites() : links.signIn())}>
      {t(token ? 'statusPages.toPlants' : 'statusPages.toSignIn')}
    </Button>
  );
}
