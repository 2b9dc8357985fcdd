// Sign-in of a company at its own provider: the OpenID client, the account settings, and the verification of its e-mail domains.
import { userCompanySignInSet } from '@heliograph/contract/calls/user/company/signIn/set.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_SIGN_IN_DOMAINS } from '@heliograph/contract/limits.ts';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { post } from '../../../api/post.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { contractRules } from '../../../components/form/contractRules.ts';
import { Form, FormFailure } from '../../../components/form/Form.tsx';
import { fieldsOf } from '../../../components/form/fields.tsx';
import type { Faults } from '../../../components/form/rules.ts';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { full } from '../../../format/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import classes from '../people.module.css';
import type { CompanyRow } from './companyList.ts';
import { SignInDomains } from './SignInDomains.tsx';

type Setup = Response<'user/company/signIn'>;
interface Values {
  issuer: string;
  clientId: string;
  clientSecret: string;
  groupId: string;
  allowsOtherWays: string;
  hasSecondStep: string;
  domains: string[];
}
const EMPTY: Values = {
  issuer: '',
  clientId: '',
  clientSecret: '',
  groupId: '',
  allowsOtherWays: 'yes',
  hasSecondStep: 'no',
  domains: [],
};
const wireOf = ({ clientSecret, groupId, allowsOtherWays, hasSecondStep, ...form }: Values) => ({
  ...form,
  ...(clientSecret === '' ? {} : { clientSecret }),
  groupId: groupId === '' ? undefined : Number(groupId),
  allowsOtherWays: allowsOtherWays === 'yes',
  hasSecondStep: hasSecondStep !== 'no',
  tellsSecondStep: hasSecondStep === 'told',
});
const request = userCompanySignInSet.request.omit({ id: true });
/** Rules that require a secret when the provider differs from `issuer`, the stored one. */
const rulesFor = (issuer: string | undefined) =>
  contractRules<Values>(request, {
    empty: EMPTY,
    wireOf,
    also: (form): Faults =>
      form.clientSecret === '' && form.issuer.trim() !== issuer ? { clientSecret: { type: 'required' } } : {},
  });
const { TextField, PasswordField, ChoiceField, TagsField } = fieldsOf<Values>();
const SIGN_IN = ['user/company/signIn'] as const;

export default function SignInDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const { t } = useTranslation();
  const setup = useCall('user/company/signIn', { id: row.id });
  return (
    <Dialog opened onClose={onClose} title={t('people.signIn.title', { company: row.companyName })} size={680}>
      {setup.isPending && <RowSkeletons rows={6} height={56} />}
      {setup.error && !setup.data && <ErrorState error={setup.error} onRetry={() => void setup.refetch()} compact />}
      {setup.data && <SignInForm id={row.id} setup={setup.data} onClose={onClose} />}
    </Dialog>
  );
}

const yesOrNo = (isYes: boolean): string => (isYes ? 'yes' : 'no');

const startOf = ({ setting, domains }: Setup): Values =>
  setting
    ? {
        issuer: setting.issuer,
        clientId: setting.clientId,
        clientSecret: '',
        groupId: setting.groupId === null ? '' : String(setting.groupId),
        allowsOtherWays: yesOrNo(setting.allowsOtherWays),
        hasSecondStep: setting.tellsSecondStep && setting.hasSecondStep ? 'told' : yesOrNo(setting.hasSecondStep),
        domains: domains.map(({ domain }) => domain),
      }
    : EMPTY;

/** Tests the provider in the form before anything is saved. */
function useProviderTest(id: number, frame: ReturnType<typeof useFormFrame<Values>>) {
  const { t } = useTranslation();
  const [tested, setTested] = useState<Response<'user/company/signIn/test'> | null>(null);
  const [isTesting, setTesting] = useState(false);
  const test = async () => {
    if (!(await frame.form.trigger('issuer', { shouldFocus: true }))) return;
    setTested(null);
    setTesting(true);
    try {
      setTested(await post('user/company/signIn/test', { id, issuer: frame.form.getValues('issuer') }));
    } catch (error) {
      frame.form.setError('issuer', { type: 'server', message: messageOf(error, t) }, { shouldFocus: true });
    } finally {
      setTesting(false);
    }
  };
  return { tested, isTesting, test };
}

/** Settings of accounts that sign in at the provider: role, other sign-in methods, second step, e-mail domains. */
function AccountFields({ roles }: Pick<Setup, 'roles'>) {
  const { t } = useTranslation();
  const choices = (yes: string, no: string) => [
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ];
  return (
    <>
      <ChoiceField
        name="groupId"
        label={t('people.signIn.role')}
        description={t('people.signIn.roleText')}
        choices={roles.map(({ groupId, groupName }) => ({ value: String(groupId), label: groupName }))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ChoiceField
          name="allowsOtherWays"
          label={t('people.signIn.otherWays')}
          description={t('people.signIn.otherWaysText')}
          choices={choices(t('people.signIn.otherWaysYes'), t('people.signIn.otherWaysNo'))}
        />
        <ChoiceField
          name="hasSecondStep"
          label={t('people.signIn.secondStep')}
          description={t('people.signIn.secondStepText')}
          choices={[
            { value: 'told', label: t('people.signIn.secondStepTold') },
            ...choices(t('people.signIn.secondStepYes'), t('people.signIn.secondStepNo')),
          ]}
        />
      </SimpleGrid>
      <TagsField
        name="domains"
        label={t('people.signIn.domains')}
        description={t('people.signIn.domainsText')}
        placeholder={t('people.signIn.domainsPlaceholder')}
        maxTags={MAX_SIGN_IN_DOMAINS}
      />
    </>
  );
}

function SignInForm({ id, setup, onClose }: { id: number; setup: Setup; onClose: () => void }) {
  const { t } = useTranslation();
  const set = useChange('user/company/signIn/set', SIGN_IN);
  const [isEnding, setEnding] = useState(false);
  const issuer = setup.setting?.issuer;
  const rules = useMemo(() => rulesFor(issuer), [issuer]);
  const frame = useFormFrame<Values>({
    start: startOf(setup),
    rules,
    refusedAt: { roleNotAssignable: 'groupId' },
    send: async (values) => {
      const { groupId, ...wire } = wireOf(values);
      await set.mutateAsync({ id, ...wire, groupId: groupId! });
      frame.form.reset({ ...values, clientSecret: '' });
      toastDone(t('saved.saved'));
    },
  });
  const { setFocus } = frame.form;
  // The dialog was focused before its fields were rendered.
  useEffect(() => setFocus('issuer'), [setFocus]);
  const { tested, isTesting, test } = useProviderTest(id, frame);
  return (
    <>
      <Form frame={frame}>
        <Stack gap="sm">
          {!setup.canBeSet && <Notice kind="warning">{t('people.signIn.noKey')}</Notice>}
          <div className="muted">
            {t('people.signIn.text')} <code className={classes.record}>{setup.callbackUrl}</code>
          </div>
          <TextField name="issuer" label={t('people.signIn.issuer')} description={t('people.signIn.issuerText')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextField name="clientId" label={t('people.signIn.clientId')} />
            <PasswordField
              name="clientSecret"
              label={t('people.signIn.clientSecret')}
              description={t(setup.setting ? 'people.signIn.secretKept' : 'people.signIn.secretNew')}
              autoComplete="off"
            />
          </SimpleGrid>
          {tested && (
            <Notice kind={tested.tellsEmail ? 'ok' : 'warning'}>
              {t('people.signIn.tested', { host: tested.signInHost })}{' '}
              {!tested.tellsEmail && t('people.signIn.noEmail')}
            </Notice>
          )}
          <AccountFields roles={setup.roles} />
          <SignInDomains id={id} domains={setup.domains} />
          <FormFailure failure={frame.failure} />
          <Group justify="space-between" gap="xs">
            <Group gap="xs">
              <Button variant="default" loading={isTesting} onClick={() => void test()}>
                {t('people.signIn.test')}
              </Button>
              {setup.setting && (
                <Button variant="subtle" color="red" onClick={() => setEnding(true)}>
                  {t('people.signIn.end')}
                </Button>
              )}
            </Group>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('people.signIn.close')}
              </Button>
              <Button type="submit" disabled={!setup.canBeSet} loading={frame.form.formState.isSubmitting}>
                {t('common.save')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </Form>
      {isEnding && <EndSignIn id={id} setup={setup} onDone={onClose} onClose={() => setEnding(false)} />}
    </>
  );
}

interface EndProps {
  id: number;
  setup: Setup;
  onDone: () => void;
  onClose: () => void;
}

function EndSignIn({ id, setup, onDone, onClose }: EndProps) {
  const { t } = useTranslation();
  const end = useChange('user/company/signIn/del', SIGN_IN);
  const people = setup.setting?.people ?? 0;
  const onSuccess = () => {
    toastDone(t('people.signIn.ended'));
    onDone();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => end.mutate({ id }, { onSuccess })}
      title={t('people.signIn.endTitle', { company: setup.companyName })}
      text={t('people.signIn.endText', { count: people, people: full(people, 0) })}
      confirmLabel={t('people.signIn.end')}
      isBusy={end.isPending}
      error={end.error ? messageOf(end.error, t) : null}
    />
  );
}
