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

interface Props {
  actions: readonly MoreAction[];
  /** "More actions" unless said: of what, where there are several. */
  label?: string | undefined;
}

export function MoreMenu({ actions, label }: Props) {
  const [isWanted, setWanted] = useState(false);
  const face = (
    <MoreButton label={label} onClick={() => setWanted(true)} onPointerEnter={() => void load()} aria-haspopup="menu" />
  );
  if (!isWanted) return face;
  return (
    <Suspense fallback={face}>
      <MoreMenuList actions={actions} label={label} />
    </Suspense>
  );
}

export function MoreButton({ color: _, label, ...rest }: ComponentPropsWithRef<'button'> & Pick<Props, 'label'>) {
  const { t } = useTranslation();
  return (
    // One of many in a list is as high as the buttons beside it.
    <ActionIcon
      variant="default"
      size={label === undefined ? 36 : 30}
      aria-label={label ?? t('action.more')}
      title={label ?? t('action.more')}
      {...rest}
    >
      <IconDots size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
