// Demonstration accounts: one click signs in.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { percent } from '../../format/numbers.ts';
import { DemoMails } from './DemoMails.tsx';
import classes from './SignInPage.module.css';

interface Props {
  demo: NonNullable<Response<'common/portal'>['demo']>;
  isBusy: boolean;
  onChoose: (credentials: { account: string; password: string }) => Promise<void>;
}

export function DemoAccounts({ demo, isBusy, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes.demo} aria-label={t('signIn.demo')}>
      <div className={classes.demoHead}>
        <b>{t('signIn.demo')}</b> <span>{t('signIn.demoText')}</span>
      </div>
      <div className={classes.accounts}>
        {demo.accounts.map(({ email, password, role }) => (
          <button
            key={email}
            type="button"
            className={classes.account}
            title={email}
            disabled={isBusy}
            onClick={() => void onChoose({ account: email, password })}
          >
            {role}
          </button>
        ))}
      </div>
      <DemoMails />
      {demo.total > demo.done && (
        <div className={classes.demoProgress}>
          {t('signIn.demoProgress', { percent: percent(demo.done / demo.total) })}
        </div>
      )}
    </section>
  );
}
