// Dialog that creates a link to the plant's public page, then shows it once.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCopy, IconShare2 } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { DayInput } from '../../../components/DayInput.tsx';
import { WRAPPER_ORDER } from '../../../components/form/textFields.tsx';
import { dayText } from '../../../format/times.ts';
import { copyText } from '../../../ui/copy.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { canShare, share } from '../../../ui/share.ts';

interface Props {
  sid: string;
  /** Earliest and latest last day of the link, in the plant's calendar. */
  firstDay: string;
  lastDay: string;
  onClose: () => void;
}

export function PublicLinkDialog({ sid, firstDay, lastDay, onClose }: Props) {
  const { t } = useTranslation();
  const [title, setTitle] = useState('');
  const [until, setUntil] = useState(lastDay);
  const createLink = useChange('site/publicLinks/make', ['site/publicLinks']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!createLink.isPending) createLink.mutate({ sid, title: title.trim(), lastDay: until });
  };
  if (createLink.data) return <CreatedLink url={createLink.data.url} until={until} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('access.public.addTitle')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('access.public.name')}
            description={t('access.public.nameText')}
            inputWrapperOrder={WRAPPER_ORDER}
            maxLength={120}
            autoComplete="off"
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <DayInput
            label={t('access.public.lastDay')}
            description={t('access.public.lastDayText')}
            inputWrapperOrder={WRAPPER_ORDER}
            min={firstDay}
            max={lastDay}
            value={until}
            onChange={setUntil}
          />
          {createLink.error && <Notice kind="error">{messageOf(createLink.error, t)}</Notice>}
          <DialogButtons onCancel={onClose} loading={createLink.isPending} disabled={until === ''}>
            {t('access.public.make')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Shows the created link. Only its button closes it, as the link cannot be shown again. */
function CreatedLink({ url, until, onClose }: { url: string; until: string; onClose: () => void }) {
  const { t } = useTranslation();
  const copy = () => void copyText(url, { done: t('access.public.copied'), failed: t('access.public.notCopied') });
  return (
    <Dialog opened onClose={null} title={t('access.public.made')}>
      <Stack gap="md">
        <p className="muted">{t('access.public.madeText', { day: dayText(until) })}</p>
        <TextInput
          label={t('access.public.link')}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />} onClick={copy}>
            {t('access.public.copy')}
          </Button>
          {canShare({ url }) && (
            <Button
              variant="default"
              leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden />}
              onClick={() => void share({ url }).then((isShared) => isShared || copy())}
            >
              {t('access.public.share')}
            </Button>
          )}
          <Button variant="default" component="a" href={url} target="_blank" rel="noreferrer">
            {t('access.public.open')}
          </Button>
          <Button onClick={onClose}>{t('access.public.kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
