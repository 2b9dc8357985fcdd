// The recipients of a plant's e-mails, with the state of each.
import type { Response } from '@heliograph/contract/calls.ts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/Card.tsx';
import classes from './reportSetting.module.css';

const MAX_RECIPIENTS = 20;
/** A rough check; the server validates the address. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface Props {
  emails: readonly string[];
  saved: Response<'site/sn/report/settings'>['recipients'];
  onChange: (emails: string[]) => void;
}

export function Recipients({ emails, saved, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const stateOf = (email: string) => saved.find((recipient) => recipient.email === email)?.state ?? 'new';
  const add = () => {
    const email = typed.trim().toLowerCase();
    const message = !ADDRESS.test(email)
      ? t('reportSetting.badEmail')
      : emails.includes(email)
        ? t('reportSetting.isThere')
        : emails.length >= MAX_RECIPIENTS
          ? t('reportSetting.most', { count: MAX_RECIPIENTS })
          : null;
    setFault(message);
    if (message) return;
    onChange([...emails, email]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Keeps Enter from submitting the form.
    event.preventDefault();
    add();
  };
  return (
    <Card title={t('reportSetting.recipients')}>
      <p className={classes.about}>{t('reportSetting.recipientsText')}</p>
      {emails.length === 0 ? (
        <p className={classes.about}>{t('reportSetting.noRecipients')}</p>
      ) : (
        <ul className={classes.people}>
          {emails.map((email) => (
            <li key={email}>
              <span>{email}</span>
              <span className="muted">{t(`reportSetting.${stateOf(email)}`)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={30}
                aria-label={t('reportSetting.remove', { email })}
                onClick={() => onChange(emails.filter((recipient) => recipient !== email))}
              >
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.add}>
        <TextInput
          type="email"
          aria-label={t('reportSetting.email')}
          placeholder={t('reportSetting.email')}
          value={typed}
          error={fault}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="default" onClick={add} disabled={typed.trim() === ''}>
          {t('reportSetting.add')}
        </Button>
      </div>
    </Card>
  );
}
