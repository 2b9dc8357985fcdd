// Further actions behind three dots: what is rarely wanted or cannot be undone. The menu is loaded when it is first opened.
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ComponentPropsWithRef, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/loading.ts';

const load = () => import('./MoreMenuList.tsx');
const MoreMenuList = lazyPart(load);

export interface MoreAction {
  label: string;
  icon?: ReactNode;
  /** Something is lost by it. */
  isDangerous?: boolean;
  onClick: () => void;
}

export function MoreMenu({ actions }: { actions: readonly MoreAction[] }) {
  const [isWanted, setWanted] = useState(false);
  const face = <MoreFace onClick={() => setWanted(true)} onPointerEnter={() => void load()} aria-haspopup="menu" />;
  if (!isWanted) return face;
  return (
    <Suspense fallback={face}>
      <MoreMenuList actions={actions} />
    </Suspense>
  );
}

export function MoreFace({ color: _, ...rest }: ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation();
  return (
    <ActionIcon variant="default" size={36} aria-label={t('action.more')} title={t('action.more')} {...rest}>
      <IconDots size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
