// Form field that revokes the account's API tokens when its password changes or its sessions end; names the tokens and webhooks that end or stay.
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/useCall.ts';
import { useFormField } from './form/formContext.ts';

const namesOf = (rows: readonly { name: string }[]): string => rows.map(({ name }) => name).join(', ');

/** The form's `revokeTokens`, a boolean. Nothing is shown for an account without tokens and webhooks. */
export function TokenAccess() {
  const { t } = useTranslation();
  const { value, onChange, ref } = useFormField('revokeTokens');
  const { data: tokens } = useCall('account/tokens', {});
  const { data: webhooks } = useCall('webhook/list', {});
  const revokes = value === true;
  const ofTokens = webhooks?.list.filter(({ token }) => token !== null) ?? [];
  const staying = webhooks?.list.filter(({ token }) => !revokes || token === null) ?? [];
  // While the tokens are unknown, they can be revoked all the same.
  const canHaveTokens = tokens === undefined || tokens.list.length > 0;
  return (
    <>
      {canHaveTokens && (
        <Checkbox
          ref={ref}
          label={t('tokenAccess.revoke')}
          description={tokens && t('tokenAccess.tokens', { names: namesOf(tokens.list) })}
          checked={revokes}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
      {revokes && ofTokens.length > 0 && (
        <p className="muted">{t('tokenAccess.webhooksEnd', { names: namesOf(ofTokens) })}</p>
      )}
      {!revokes && canHaveTokens && <p className="muted">{t('tokenAccess.tokensStay')}</p>}
      {staying.length > 0 && <p className="muted">{t('tokenAccess.webhooksStay', { names: namesOf(staying) })}</p>}
    </>
  );
}
