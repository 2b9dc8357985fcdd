// Button that reloads the roles after a conflict with another editor.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ROLE_LISTS } from './roleLists.ts';

export function ReloadPrompt() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reload = () => {
    for (const path of ROLE_LISTS) void client.invalidateQueries({ queryKey: ['call', path] });
  };
  return <Button onClick={reload}>{t('roles.loadAgain')}</Button>;
}
