// Sets up an authenticator app: password, secret with a first code, then the recovery codes.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/useCall.ts';
import { saveFile } from '../../components/csv.ts';
import { Form, FormEnd } from '../../components/form/Form.tsx';
import { requiredRules } from '../../components/form/rules.ts';
import { textFieldsOf } from '../../components/form/textFields.tsx';
import { useFormFrame } from '../../components/form/useFormFrame.ts';
import { QrCode } from '../../components/QrCode.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './AccountPage.module.css';
import { PasswordCard } from './PasswordCard.tsx';
import { SecretDialog } from './SecretDialog.tsx';

type Secret = Response<'account/secondFactor/begin'>;

export default function SetUpCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('security.setUpTitle')}>
      {secret ? (
        <FirstCodeStep {...secret} onDone={setCodes} onCancel={onClose} />
      ) : (
        <PasswordStep onDone={setSecret} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface Step<Answer> {
  onDone: (answer: Answer) => void;
  onCancel: () => void;
}

const PASSWORD_RULES = requiredRules<{ password: string }>(['password']);

function PasswordStep({ onDone, onCancel }: Step<Secret>) {
  const { t } = useTranslation();
  const begin = useChange('account/secondFactor/begin');
  const frame = useFormFrame({
    start: { password: '' },
    rules: PASSWORD_RULES,
    refusedAt: { wrongPassword: 'password' },
    send: async (values) => onDone(await begin.mutateAsync(values)),
  });
  return (
    <Form frame={frame}>
      <Stack gap="md">
        <p className="muted">{t('security.setUpText')}</p>
        <PasswordCard />
        <FormEnd frame={frame} onCancel={onCancel} submit={t('security.next')} />
      </Stack>
    </Form>
  );
}

const CODE_RULES = requiredRules<{ code: string }>(['code']);
const { TextField } = textFieldsOf<{ code: string }>();

function FirstCodeStep({ secret, uri, onDone, onCancel }: Secret & Step<readonly string[]>) {
  const { t } = useTranslation();
  const confirm = useChange('account/secondFactor/confirm', ['account/secondFactor']);
  const frame = useFormFrame({
    start: { code: '' },
    rules: CODE_RULES,
    refusedAt: { wrongSecondFactor: 'code' },
    send: async (values) => onDone((await confirm.mutateAsync(values)).recoveryCodes),
  });
  return (
    <Form frame={frame}>
      <Stack gap="md">
        <p className="muted">{t('security.scanText')}</p>
        <div className={classes.scan}>
          <QrCode text={uri} label={t('security.qr')} size={176} />
          <div>
            <div className={classes.label}>{t('security.secret')}</div>
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </div>
        </div>
        <TextField name="code" label={t('security.code')} autoComplete="one-time-code" hasAsterisk={false} />
        <FormEnd frame={frame} onCancel={onCancel} submit={t('security.turnOn')} />
      </Stack>
    </Form>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const text = `${codes.join('\n')}\n`;
  return (
    <SecretDialog
      title={t('security.recoveryTitle')}
      text={t('security.recoveryText')}
      secret={text}
      confirmLabel={t('security.kept')}
      onClose={onClose}
      extraAction={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), `${t('security.fileName')}.txt`)}
        >
          {t('security.file')}
        </Button>
      }
    >
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </SecretDialog>
  );
}
