// Table of serial numbers and passwords of devices, each with a copy button.
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../ui/copy.ts';
import classes from './PasswordTable.module.css';

export function PasswordTable({ credentials }: { credentials: readonly Credential[] }) {
  const { t } = useTranslation();
  const copy = ({ sn, password }: Credential) =>
    copyText(password, { done: t('credentials.copied', { sn }), failed: t('credentials.notCopied') });
  return (
    <table className={classes.list}>
      <thead>
        <tr>
          <th scope="col">{t('edit.sn')}</th>
          <th scope="col">{t('credentials.password')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {credentials.map((credential) => (
          <tr key={credential.sn}>
            <th scope="row" className="num">
              {credential.sn}
            </th>
            <td>
              <code>{credential.password}</code>
            </td>
            <td>
              <ActionIcon
                size={32}
                aria-label={t('credentials.copy', { sn: credential.sn })}
                title={t('credentials.copy', { sn: credential.sn })}
                onClick={() => void copy(credential)}
              >
                <IconCopy size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
