// The button of the less common filters, with the number of set ones; its panel is loaded when it is first opened.
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ComponentPropsWithRef, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../api/loading.ts';
import bar from './FilterBar.module.css';
import type { FilterField } from './filterField.ts';

const load = () => import('./FiltersPanel.tsx');
const FiltersPanel = lazyPart(load);

export interface FiltersProps<Filter extends string> {
  fields: readonly FilterField<Filter>[];
  values: Readonly<Record<Filter, string>>;
  /** Number of set filters in the panel. */
  count: number;
  onChange: (values: Partial<Record<Filter, string>>) => void;
}

export function FiltersButton<Filter extends string>(props: FiltersProps<Filter>) {
  const [isOpened, setOpened] = useState(false);
  const trigger = (
    <FiltersTrigger
      count={props.count}
      isOpen={false}
      onClick={() => setOpened(true)}
      onPointerEnter={() => preload(load)}
    />
  );
  if (!isOpened) return trigger;
  return (
    <Suspense fallback={trigger}>
      <FiltersPanel {...(props as FiltersProps<string>)} />
    </Suspense>
  );
}

interface TriggerProps extends ComponentPropsWithRef<'button'> {
  count: number;
  isOpen: boolean;
}

export function FiltersTrigger({ count, isOpen, color: _, ...rest }: TriggerProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
      aria-expanded={isOpen}
      {...rest}
    >
      {t('list.filters')}
      {count > 0 && <span className={`${bar.badge} num`}>{count}</span>}
    </Button>
  );
}
