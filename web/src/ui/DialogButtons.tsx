// The end of a dialog: cancel, and what it is for.
import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { onCancel: () => void } & ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** What else is given is of the button of what it is for; without `onClick` it sends the form that it stands in. */
export function DialogButtons({ onCancel, ...done }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type={done.onClick ? 'button' : 'submit'} {...done} />
    </Group>
  );
}
