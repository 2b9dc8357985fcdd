// The menu behind the three dots.
import '../ui/panelStyles.ts';
import { Menu } from '@mantine/core';
import { useOpensFirst } from '../ui/openers.ts';
import { type MoreAction, MoreButton } from './MoreMenu.tsx';

interface Props {
  actions: readonly MoreAction[];
  label?: string | undefined;
}

export default function MoreMenuList({ actions, label }: Props) {
  const { button, opened, setOpened } = useOpensFirst();
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal
      returnFocus
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <MoreButton ref={button} label={label} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, isDangerous, onClick }, index) => (
          <Menu.Item
            key={label}
            data-autofocus={index === 0 || undefined}
            c={isDangerous ? 'var(--fault)' : undefined}
            leftSection={icon}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
