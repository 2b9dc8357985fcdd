// Creates an API token and shows it once.
import type { Response } from '@heliograph/contract/calls.ts';
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../api/useCall.ts';
import { Choice } from '../../components/Choice.tsx';
import { Form, FormEnd } from '../../components/form/Form.tsx';
import { requiredRules } from '../../components/form/rules.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { dateOf } from '../../format/times.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecretDialog } from './SecretDialog.tsx';

type TokenForm = { name: string; password: string; code: string };
const RULES = requiredRules<TokenForm>(['name', 'password']);
const { TextField } = textFieldsOf<TokenForm>();
const DAYS = ['30', '90', '180', '365'] as const;
type Days = (typeof DAYS)[number];

export default function MakeToken({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const create = useChange('account/tokens/make', ['account/tokens']);
  const [created, setCreated] = useState<Response<'account/tokens/make'> | null>(null);
  const [scope, setScope] = useState<ApiScope>('read');
  const [days, setDays] = useState<Days>('90');
  const factor = useCall('account/secondFactor', {});
  const asksCode = scope === 'control' && Boolean(factor.data?.codesSinceIso);
  const hasFactor = !factor.data || factor.data.codesSinceIso !== null || factor.data.passkeys.length > 0;
  const frame = useFormFrame({
    start: { name: '', password: '', code: '' },
    rules: RULES,
    refusedAt: { wrongPassword: 'password', wrongSecondFactor: 'code', showSecondFactor: 'code' },
    send: async ({ code, ...values }) =>
      setCreated(
        await create.mutateAsync({ ...values, scope, days: Number(days), ...(asksCode && code ? { code } : {}) }),
      ),
  });
  if (created) {
    return (
      <SecretDialog
        title={t('tokens.made')}
        text={t('tokens.madeText', { day: dateOf(created.expiresIso) })}
        secret={created.token}
        confirmLabel={t('tokens.kept')}
        onClose={onClose}
      >
        <TextInput
          label={t('tokens.token')}
          readOnly
          value={created.token}
          onFocus={(event) => event.currentTarget.select()}
          description={t('tokens.useText')}
        />
      </SecretDialog>
    );
  }
  return (
    <Dialog opened onClose={onClose} title={t('tokens.addTitle')}>
      <Form frame={frame}>
        <Stack gap="md">
          <TextField name="name" label={t('tokens.name')} description={t('tokens.nameText')} hasAsterisk={false} />
          <Choice
            label={t('tokens.scope')}
            value={scope}
            onChange={(value) => setScope(value as ApiScope)}
            choices={(['read', 'control'] as const).map((value) => ({ value, label: t(`tokens.${value}Text`) }))}
          />
          <Choice
            label={t('tokens.lasts')}
            value={days}
            onChange={(value) => setDays(value as Days)}
            choices={DAYS.map((value) => ({ value, label: t(`tokens.days.${value}`) }))}
          />
          {scope === 'control' && !hasFactor && <Notice kind="info">{t('tokens.needsFactor')}</Notice>}
          <PasswordCard />
          {asksCode && (
            <TextField
              name="code"
              label={t('security.endCode')}
              description={t('tokens.codeText')}
              autoComplete="one-time-code"
              hasAsterisk={false}
            />
          )}
          <FormEnd frame={frame} onCancel={onClose} submit={t('tokens.make')} />
        </Stack>
      </Form>
    </Dialog>
  );
}
