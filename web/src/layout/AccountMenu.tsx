// The avatar with what it opens; takes the plain avatar's place when it is first pressed.
import '../ui/panelStyles.ts';
import { Popover } from '@mantine/core';
import { useState } from 'react';
import { AccountButton } from './AccountButton.tsx';
import { AccountPanel } from './AccountPanel.tsx';

export default function AccountMenu(props: { withName: boolean; onChangePassword: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right-end" width={304} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <AccountButton isOpen={isOpen} withName={props.withName} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <AccountPanel onChangePassword={props.onChangePassword} close={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
