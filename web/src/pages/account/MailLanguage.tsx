// Language of mails, notices and webhooks to the user; a press changes it to that of the pages.
import { LANGUAGES, type LanguageCode } from '@heliograph/contract/envelope.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { language } from '../../i18n/language.ts';
import { toastFailed } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';

const titleOf = (code: LanguageCode) => LANGUAGES.find((each) => each.code === code)?.title ?? code;

export function MailLanguage() {
  const { t } = useTranslation();
  const { data } = useCall('account/info', {});
  const change = useChange('account/update', ['account/info']);
  if (!data) return null;
  return (
    <div className={classes.mailLanguage}>
      <span className="muted">{t('account.mailLanguage', { language: titleOf(data.language) })}</span>
      {data.language !== language && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={change.isPending}
          onClick={() => change.mutate({ language }, { onError: (error) => toastFailed(messageOf(error, t)) })}
        >
          {t('account.mailLanguageChange', { language: titleOf(language) })}
        </Button>
      )}
    </div>
  );
}
