// The button that opens the choice of columns; the panel is loaded when it is first opened.
import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type ComponentPropsWithRef, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import type { ColumnChoice } from './columnChoice.ts';
import bar from './FilterBar.module.css';

const load = () => import('./ColumnsPanel.tsx');
const ColumnsPanel = lazyPart(load);

export interface ColumnsProps {
  titles: ReadonlyMap<string, string>;
  choice: ColumnChoice;
  fixed: readonly string[];
  /** Null resets to the default columns. */
  onChange: (choice: ColumnChoice | null) => void;
}

export function ColumnsButton(props: ColumnsProps) {
  const [isOpened, setOpened] = useState(false);
  const trigger = <ColumnsTrigger onClick={() => setOpened(true)} onPointerEnter={() => preload(load)} />;
  if (!isOpened) return trigger;
  return (
    <Suspense fallback={trigger}>
      <ColumnsPanel {...props} />
    </Suspense>
  );
}

export function ColumnsTrigger({ color: _, ...rest }: ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      title={t('list.columns')}
      leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}
      {...rest}
    >
      <span className={bar.word}>{t('list.columns')}</span>
    </Button>
  );
}
