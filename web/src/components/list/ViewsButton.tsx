// The button of the saved views; its panel is loaded when it is first wanted.
import type { SavedView } from '@heliograph/contract/entities/listView.ts';
import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type ComponentPropsWithRef, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import bar from './FilterBar.module.css';

const load = () => import('./ViewsPanel.tsx');
const ViewsPanel = lazyPart(load);

export interface ViewsProps {
  /** The list's address as it is now, from its first page. */
  search: object;
  views: readonly SavedView[];
  onChange: (views: SavedView[]) => void;
  /** The address of a saved view. */
  onOpen: (search: object) => void;
}

export function ViewsButton(props: ViewsProps) {
  const [isWanted, setWanted] = useState(false);
  const face = <ViewsTrigger onClick={() => setWanted(true)} onPointerEnter={() => preload(load)} />;
  if (!isWanted) return face;
  return (
    <Suspense fallback={face}>
      <ViewsPanel {...props} />
    </Suspense>
  );
}

export function ViewsTrigger({ color: _, ...rest }: ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      title={t('list.views')}
      leftSection={<IconBookmark size={18} stroke={1.75} aria-hidden />}
      {...rest}
    >
      <span className={bar.word}>{t('list.views')}</span>
    </Button>
  );
}
