// Final confirmation by address and password, or the reason why the account cannot be deleted.
import { accountLogOff } from '@heliograph/contract/calls/account/logOff.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_LISTED_PLANTS } from '@heliograph/contract/limits.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { post } from '../../../api/post.ts';
import { contractRules } from '../../../components/form/contractRules.ts';
import { Form, FormFailure } from '../../../components/form/Form.tsx';
import { textFieldsOf } from '../../../components/form/textFields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { endSession, useSession } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';

type Leaving = Response<'account/leaving'>;
type Confirmation = { email: string; password: string };
const EMPTY: Confirmation = { email: '', password: '' };
const { TextField, PasswordField } = textFieldsOf<Confirmation>();
const rules = contractRules<Confirmation>(accountLogOff.request, {
  empty: EMPTY,
  wireOf: (form) => ({ ...form, plants: 0 }),
});

export function CancelAccount({ leaving }: { leaving: Leaving }) {
  const { t } = useTranslation();
  const { owned, plants, companies, isLastAdministrator } = leaving;
  const waiting = plants.filter(({ offer }) => offer !== null).length;
  const serviced = companies.reduce((sum, company) => sum + company.plants, 0);
  const blockedReason = isLastAdministrator
    ? t('unsubscribe.lastAdministrator')
    : owned + serviced > MAX_LISTED_PLANTS
      ? t('unsubscribe.tooMany', { most: MAX_LISTED_PLANTS })
      : waiting > 0
        ? t('unsubscribe.waiting', { count: waiting })
        : null;
  return (
    <Card title={t('unsubscribe.confirmTitle')}>
      {blockedReason === null ? <Confirmation plants={owned} /> : <Notice kind="info">{blockedReason}</Notice>}
    </Card>
  );
}

function Confirmation({ plants }: { plants: number }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const frame = useFormFrame({
    start: EMPTY,
    rules,
    refusedAt: { wrongPassword: 'password', notYourEmail: 'email' },
    send: async ({ email, password }) => {
      // Invalidates no calls: refetching them would report an expired session.
      await post('account/logOff', { email: email.trim(), password, plants }, { changes: true });
      endSession('left');
    },
  });
  return (
    <Form frame={frame}>
      <Stack gap="md" maw={400}>
        <span className="muted">{t('unsubscribe.confirmText', { email: info?.email ?? '' })}</span>
        <TextField name="email" type="email" label={t('unsubscribe.email')} />
        <PasswordField name="password" label={t('unsubscribe.password')} autoComplete="current-password" />
        <FormFailure failure={frame.failure} />
        <Group>
          <Button type="submit" color="red" loading={frame.form.formState.isSubmitting}>
            {t('unsubscribe.submit')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
