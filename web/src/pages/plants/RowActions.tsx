// The button at the end of a plant's row; its menu is loaded when it is first wanted.
import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { type ComponentPropsWithRef, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import type { SiteRow } from './siteList.ts';

const load = () => import('./RowMenu.tsx');
const RowMenu = lazyPart(load);

export function RowActions({ row, onDelete }: { row: SiteRow; onDelete: (row: SiteRow) => void }) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <RowButton row={row} onClick={() => setWanted(true)} onPointerEnter={() => preload(load)} aria-haspopup="menu" />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <RowMenu row={row} onDelete={onDelete} />
    </Suspense>
  );
}

export function RowButton({ row, color: _, ...rest }: { row: SiteRow } & ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation();
  return (
    <ActionIcon size={32} aria-label={t('sites.actionsFor', { name: row.siteName })} {...rest}>
      <IconDotsVertical size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
