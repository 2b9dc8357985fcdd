// The buttons of a dialog: cancel and the main action.
import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { onCancel: () => void } & ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** The other props apply to the button of the main action; without `onClick` it submits its form. */
export function DialogButtons({ onCancel, ...action }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type={action.onClick ? 'button' : 'submit'} {...action} />
    </Group>
  );
}
