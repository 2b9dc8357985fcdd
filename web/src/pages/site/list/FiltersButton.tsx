// The button of the less common filters, with how many are set; its panel is loaded when it is first wanted.
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ComponentPropsWithRef, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import bar from '../../../components/FilterBar.module.css';
import { type ListState, type PANEL_FILTERS, panelFilterCount } from './listState.ts';

const load = () => import('./FiltersPanel.tsx');
const FiltersPanel = lazy(load);

interface Props {
  state: ListState;
  onChange: (filters: Pick<ListState, (typeof PANEL_FILTERS)[number]>) => void;
}

export function FiltersButton({ state, onChange }: Props) {
  const [isWanted, setWanted] = useState(false);
  const face = (
    <FiltersFace
      count={panelFilterCount(state)}
      isOpen={false}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void load()}
    />
  );
  if (!isWanted) return face;
  return (
    <Suspense fallback={face}>
      <FiltersPanel state={state} onChange={onChange} />
    </Suspense>
  );
}

interface FaceProps extends ComponentPropsWithRef<'button'> {
  count: number;
  isOpen: boolean;
}

export function FiltersFace({ count, isOpen, color: _, ...rest }: FaceProps) {
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
