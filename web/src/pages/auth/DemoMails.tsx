// Link to the mails that a demonstration stores instead of sending; nothing elsewhere.
import { useTranslation } from 'react-i18next';
import { portal } from '../../brand/portal.ts';
import classes from './SignInPage.module.css';

export function DemoMails() {
  const { t } = useTranslation();
  if (!portal.demo?.mailPath) return null;
  return (
    <p className={classes.demoMails}>
      <a href={portal.demo.mailPath} target="_blank" rel="noopener">
        {t('common.demoMails')}
      </a>
    </p>
  );
}
