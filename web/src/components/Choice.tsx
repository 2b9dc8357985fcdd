// One of a few, chosen from a list of the same design everywhere. The list is loaded when it is first opened, so that a
// page which only shows what is chosen does not wait for it.
import { InputBase } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../api/loading.ts';

const load = () => import('./ChoiceList.tsx');
const ChoiceList = lazyPart(load);

export interface ChoiceProps {
  label?: string;
  'aria-label'?: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  size?: 'xs' | 'sm';
  variant?: 'default' | 'unstyled';
  /** Stands in a panel that closes by a press outside it: the list is then part of the panel. */
  isInPanel?: boolean;
  /** Fills its place unless said. */
  widthPx?: number;
  classNames?: { input?: string | undefined };
}

const ICON = <IconSelector size={16} stroke={1.75} aria-hidden />;

export function Choice(props: ChoiceProps) {
  const [isWanted, setWanted] = useState(false);
  const { value, choices, onChange: _, isInPanel: __, widthPx, ...same } = props;
  const want = () => setWanted(true);
  const face = (
    <InputBase
      {...same}
      component="button"
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      pointer
      w={widthPx}
      rightSection={ICON}
      rightSectionPointerEvents="none"
      onClick={want}
      onPointerEnter={() => void load()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') want();
      }}
    >
      <span className="cut">{choices.find((choice) => choice.value === value)?.label}</span>
    </InputBase>
  );
  if (!isWanted) return face;
  return (
    <Suspense fallback={face}>
      <ChoiceList {...props} />
    </Suspense>
  );
}
