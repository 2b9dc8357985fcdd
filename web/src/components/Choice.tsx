// Choice of one value from a short list, with the same design everywhere. The list is loaded when it is first opened, so
// that a page which only shows the chosen value does not wait for it.
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
  /** `lang`: of a label in another language. */
  choices: readonly { value: string; label: string; lang?: string }[];
  onChange: (value: string) => void;
  size?: 'xs' | 'sm';
  variant?: 'default' | 'unstyled';
  /** Inside a panel that closes on an outside click: the list is then rendered inside the panel. */
  isInPanel?: boolean;
  /** Fills the available width by default. */
  widthPx?: number;
  classNames?: { input?: string | undefined };
}

const ICON = <IconSelector size={16} stroke={1.75} aria-hidden />;

export function Choice(props: ChoiceProps) {
  const [isOpened, setOpened] = useState(false);
  const { value, choices, onChange: _, isInPanel: __, widthPx, ...inputProps } = props;
  const chosen = choices.find((choice) => choice.value === value);
  const open = () => setOpened(true);
  const placeholder = (
    <InputBase
      {...inputProps}
      component="button"
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      pointer
      w={widthPx}
      rightSection={ICON}
      rightSectionPointerEvents="none"
      onClick={open}
      onPointerEnter={() => void load()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') open();
      }}
    >
      <span className="cut" lang={chosen?.lang}>
        {chosen?.label}
      </span>
    </InputBase>
  );
  if (!isOpened) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <ChoiceList {...props} />
    </Suspense>
  );
}
