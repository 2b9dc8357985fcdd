// Takes serial numbers, purpose and validity; then shows the passwords once.
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { BDM_PASSWORD_MINUTES, BDM_PURPOSE, MAX_BDM_PASSWORDS } from '@heliograph/contract/limits.ts';
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { PasswordTable } from '../../../components/PasswordTable.tsx';
import { ScanButton } from '../../../components/scan/ScanButton.tsx';
import type { Outcome } from '../../../components/scan/useScanned.ts';
import { parseSerialNumbers } from '../../../components/serialNumbers.ts';
import { dateTime } from '../../../format/times.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';

type Generated = Response<'bdmPassword/generate'>;
type Minutes = (typeof BDM_PASSWORD_MINUTES)[number];

export default function GenerateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [generated, setGenerated] = useState<Generated | null>(null);
  return (
    <Dialog opened onClose={generated ? null : onClose} title={t('bdmPassword.title')} size={560}>
      {generated ? (
        <Passwords generated={generated} onClose={onClose} />
      ) : (
        <GenerateForm onClose={onClose} onGenerated={setGenerated} />
      )}
    </Dialog>
  );
}

function GenerateForm({ onClose, onGenerated }: { onClose: () => void; onGenerated: (generated: Generated) => void }) {
  const { t } = useTranslation();
  const [numbers, setNumbers] = useState('');
  const [purpose, setPurpose] = useState('');
  const [minutes, setMinutes] = useState<Minutes>(60);
  const [wasTried, setTried] = useState(false);
  const generate = useChange('bdmPassword/generate', ['bdmPassword/list']);
  const { good, bad } = parseSerialNumbers(numbers);
  const numbersFault =
    bad.length > 0
      ? t('edit.notSerialNumbers', { list: bad.join(', ') })
      : good.length === 0
        ? t('validation.required')
        : good.length > MAX_BDM_PASSWORDS
          ? t('bdmPassword.tooMany', { most: MAX_BDM_PASSWORDS })
          : undefined;
  const purposeFault = purpose.trim().length < BDM_PURPOSE.shortest ? t('bdmPassword.purposeNeeded') : undefined;
  const onScan = (read: readonly string[]): Outcome[] => {
    const { good: added } = parseSerialNumbers(read.join(' '), good);
    setNumbers([numbers.trim(), ...added].filter((part) => part !== '').join('\n'));
    return read.map((sn) =>
      added.includes(sn) ? { tone: 'ok', text: t('scan.added') } : { tone: 'warning', text: t('scan.repeated') },
    );
  };
  const removeScanned = (sn: string) => setNumbers([...bad, ...good.filter((each) => each !== sn)].join('\n'));
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (numbersFault || purposeFault || generate.isPending) return;
    generate.mutate({ sn: good, purpose, minutes }, { onSuccess: onGenerated });
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <p className="muted">{t('bdmPassword.about')}</p>
        <Textarea
          label={t('edit.serialNumbers')}
          description={t('edit.serialNumbersText')}
          withAsterisk
          autosize
          minRows={2}
          maxRows={8}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          value={numbers}
          onChange={(event) => setNumbers(event.currentTarget.value)}
          error={wasTried ? numbersFault : undefined}
        />
        <div>
          <ScanButton
            size="xs"
            leftSection={<IconCamera size={16} stroke={1.75} aria-hidden />}
            onNumbers={onScan}
            onRemove={removeScanned}
          >
            {t('edit.scan')}
          </ScanButton>
        </div>
        <TextInput
          label={t('bdmPassword.purpose')}
          description={t('bdmPassword.purposeText')}
          withAsterisk
          maxLength={BDM_PURPOSE.longest}
          value={purpose}
          onChange={(event) => setPurpose(event.currentTarget.value)}
          error={wasTried ? purposeFault : undefined}
        />
        <Choice
          label={t('bdmPassword.validFor')}
          value={String(minutes)}
          choices={BDM_PASSWORD_MINUTES.map((value) => ({
            value: String(value),
            label: t(`bdmPassword.minutes.${value}`),
          }))}
          onChange={(value) => setMinutes(BDM_PASSWORD_MINUTES.find((each) => String(each) === value) ?? minutes)}
        />
        {generate.error && <Notice kind="error">{messageOf(generate.error, t)}</Notice>}
        <DialogButtons onCancel={onClose} loading={generate.isPending}>
          {t('bdmPassword.generate')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

function Passwords({ generated, onClose }: { generated: Generated; onClose: () => void }) {
  const { t } = useTranslation();
  const { list, validUntilIso } = generated;
  const isOne = list.length === 1;
  return (
    <Stack gap="md">
      <p>
        {t(isOne ? 'bdmPassword.shown' : 'bdmPassword.shownMany')}{' '}
        <b className="num">{t('bdmPassword.until', { time: dateTime(validUntilIso) })}</b>
      </p>
      <PasswordTable credentials={list} />
      <Group justify="flex-end" gap="xs">
        <Button onClick={onClose}>{t(isOne ? 'credentials.kept' : 'credentials.keptMany')}</Button>
      </Group>
    </Stack>
  );
}
