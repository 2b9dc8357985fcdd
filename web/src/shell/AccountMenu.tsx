// The avatar with its panel; replaces the plain avatar when it is first pressed.
import '../ui/panelStyles.ts';
import { Popover } from '@mantine/core';
import { useOpensFirst } from '../ui/openers.ts';
import { AccountButton } from './AccountButton.tsx';
import { AccountPanel } from './AccountPanel.tsx';

export default function AccountMenu(props: { withName: boolean; onChangePassword: () => void }) {
  const { button, opened, setOpened } = useOpensFirst();
  return (
    <Popover opened={opened} onChange={setOpened} position="right-end" width={304} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <AccountButton ref={button} isOpen={opened} withName={props.withName} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <AccountPanel onChangePassword={props.onChangePassword} close={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
