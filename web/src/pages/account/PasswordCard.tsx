// Password field of the account dialogs, associated with the account for password managers.
import { useTranslation } from 'react-i18next';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useSession } from '../../session/session.ts';

const { PasswordField } = textFieldsOf<{ password: string }>();

export function PasswordCard() {
  const { t } = useTranslation();
  const { info } = useSession();
  return (
    <>
      {/* Associates the password with its account for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={info?.email ?? ''} readOnly />
      <PasswordField name="password" label={t('security.password')} autoComplete="current-password" />
    </>
  );
}
