// The button that opens the choice of columns; the choice itself is loaded when it is first wanted.
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
  /** Null: back to the usual columns. */
  onChange: (choice: ColumnChoice | null) => void;
}

export function ColumnsButton(props: ColumnsProps) {
  const [isWanted, setWanted] = useState(false);
  const face = <ColumnsTrigger onClick={() => setWanted(true)} onPointerEnter={() => preload(load)} />;
  if (!isWanted) return face;
  return (
    <Suspense fallback={face}>
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
