// The actions button at the end of a plant's row; its menu is loaded on first use.
import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { type ComponentPropsWithRef, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import type { SiteRow } from './siteList.ts';

const load = () => import('./RowMenu.tsx');
const RowMenu = lazyPart(load);

export function RowActions({ row, onDelete }: { row: SiteRow; onDelete: (row: SiteRow) => void }) {
  const [isRequested, setRequested] = useState(false);
  const button = (
    <RowButton row={row} onClick={() => setRequested(true)} onPointerEnter={() => preload(load)} aria-haspopup="menu" />
  );
  if (!isRequested) return button;
  return (
    <Suspense fallback={button}>
      <RowMenu row={row} onDelete={onDelete} />
    </Suspense>
  );
}

export function RowButton({ row, color: _, ...rest }: { row: SiteRow } & ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation();
  return (
    <ActionIcon data-touch size={32} aria-label={t('sites.actionsFor', { name: row.siteName })} {...rest}>
      <IconDotsVertical size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
