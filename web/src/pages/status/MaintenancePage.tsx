// Page shown while the server is under maintenance; needs neither router nor server.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../brand/Logo.tsx';
import { brand } from '../../brand/portal.ts';
import classes from './StatusPage.module.css';

export function MaintenancePage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <header className={classes.brand}>
        <Logo size={32} />
        {brand.name}
      </header>
      <main className={classes.center}>
        <h1 className={classes.title}>{t('statusPages.maintenance')}</h1>
        <div className={classes.action}>
          <Button variant="default" onClick={() => location.reload()}>
            {t('common.retry')}
          </Button>
        </div>
      </main>
    </div>
  );
}
