// Link from the pages before sign-in to sign-in. A plain link, not a router link, as sign-in restores the portal's own brand.
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
