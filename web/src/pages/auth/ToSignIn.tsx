// The way from the pages before sign-in to it. A browser follows it, not the router: sign-in has the portal's own brand again.
import { PATHS } from '@heliograph/contract/pages.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function ToSignIn({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t } = useTranslation();
  if (isQuiet) return <a href={PATHS.SignIn}>{t('statusPages.toSignIn')}</a>;
  return (
    <Button component="a" href={PATHS.SignIn} size="md" fullWidth>
      {t('statusPages.toSignIn')}
    </Button>
  );
}
