// The way on for who was slower than another editor.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ROLE_LISTS } from './roleLists.ts';

export function ReloadPrompt() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const load = () => {
    for (const path of ROLE_LISTS) void client.invalidateQueries({ queryKey: ['call', path] });
  };
  return <Button onClick={load}>{t('roles.loadAgain')}</Button>;
}
