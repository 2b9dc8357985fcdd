// The last question: address and password, or what keeps the account from leaving.
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
type Question = { email: string; password: string };
const EMPTY: Question = { email: '', password: '' };
const { TextField, PasswordField } = textFieldsOf<Question>();
const rules = contractRules<Question>(accountLogOff.request, {
  empty: EMPTY,
  wireOf: (typed) => ({ ...typed, plants: 0 }),
});

export function CancelAccount({ leaving }: { leaving: Leaving }) {
  const { t } = useTranslation();
  const { owned, plants, companies, isLastAdministrator } = leaving;
  const waiting = plants.filter(({ offer }) => offer !== null).length;
  const cared = companies.reduce((sum, company) => sum + company.plants, 0);
  const obstacle = isLastAdministrator
    ? t('unsubscribe.lastAdministrator')
    : owned + cared > MAX_LISTED_PLANTS
      ? t('unsubscribe.tooMany', { most: MAX_LISTED_PLANTS })
      : waiting > 0
        ? t('unsubscribe.waiting', { count: waiting })
        : null;
  return (
    <Card title={t('unsubscribe.confirmTitle')}>
      {obstacle === null ? <Question plants={owned} /> : <Notice kind="info">{obstacle}</Notice>}
    </Card>
  );
}

function Question({ plants }: { plants: number }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const frame = useFormFrame({
    start: EMPTY,
    rules,
    refusedAt: { wrongPassword: 'password', notYourEmail: 'email' },
    send: async ({ email, password }) => {
      // No change of the page's calls: asked again they would tell of a session that has expired.
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
