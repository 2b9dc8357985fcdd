// Shows the link of an invitation, which its author hands over because the server sends no mail. Only the button closes it, as the link cannot be shown again.
import { INVITATION_DAYS } from '@heliograph/contract/companies.ts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/Dialog.tsx';

export function InvitationLink({ email, link, onClose }: { email: string; link: string; onClose: () => void }) {
  const { t } = useTranslation();
  const copy = () => void copyText(link, { done: t('people.linkCopied'), failed: t('people.linkNotCopied') });
  return (
    <Dialog opened onClose={null} title={t('people.linkTitle', { email })}>
      <Stack gap="md">
        <p>{t('people.linkText', { days: INVITATION_DAYS })}</p>
        <TextInput label={t('people.link')} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <Group justify="flex-end">
          <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />} onClick={copy}>
            {t('people.copyLink')}
          </Button>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
