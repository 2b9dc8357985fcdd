// The button of the saved views; its panel is loaded when it is first opened.
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
  /** Search parameters of the current list, from its first page. */
  search: object;
  views: readonly SavedView[];
  onChange: (views: SavedView[]) => void;
  /** Called with the search parameters of a saved view. */
  onOpen: (search: object) => void;
}

export function ViewsButton(props: ViewsProps) {
  const [isOpened, setOpened] = useState(false);
  const trigger = <ViewsTrigger onClick={() => setOpened(true)} onPointerEnter={() => preload(load)} />;
  if (!isOpened) return trigger;
  return (
    <Suspense fallback={trigger}>
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
