// Further actions behind three dots: rare or irreversible ones. The menu is loaded when it is first opened.
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
  /** The action loses data. */
  isDangerous?: boolean;
  onClick: () => void;
}

interface Props {
  actions: readonly MoreAction[];
  /** "More actions" by default; names its subject where there are several menus. */
  label?: string | undefined;
}

export function MoreMenu({ actions, label }: Props) {
  const [isOpened, setOpened] = useState(false);
  const button = (
    <MoreButton label={label} onClick={() => setOpened(true)} onPointerEnter={() => void load()} aria-haspopup="menu" />
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <MoreMenuList actions={actions} label={label} />
    </Suspense>
  );
}

export function MoreButton({ color: _, label, ...rest }: ComponentPropsWithRef<'button'> & Pick<Props, 'label'>) {
  const { t } = useTranslation();
  return (
    // A labelled button, one of many in a list, is as high as its neighbours.
    <ActionIcon
      data-touch
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
