// The buttons above the editor: undo and redo, a new zone, save.
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { useHistory } from './useHistory.ts';

interface Props {
  history: Pick<ReturnType<typeof useHistory>, 'mayUndo' | 'mayRedo' | 'undo' | 'redo'>;
  onNew: () => void;
  maySave: boolean;
  isBusy: boolean;
  onSave: () => void;
}

export function EditorActions({ history, onNew, maySave, isBusy, onSave }: Props) {
  const { t } = useTranslation();
  const step = (label: string, icon: ReactNode, isPossible: boolean, onClick: () => void) => (
    <ActionIcon variant="default" size={36} disabled={!isPossible} onClick={onClick} aria-label={label} title={label}>
      {icon}
    </ActionIcon>
  );
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      {step(t('roof.undo'), <IconArrowBackUp {...icon} />, history.mayUndo, history.undo)}
      {step(t('roof.redo'), <IconArrowForwardUp {...icon} />, history.mayRedo, history.redo)}
      <Button variant="default" leftSection={<IconPlus {...icon} />} onClick={onNew}>
        {t('roof.newZone')}
      </Button>
      <Button leftSection={<IconDeviceFloppy {...icon} />} disabled={!maySave} loading={isBusy} onClick={onSave}>
        {t('common.save')}
      </Button>
    </>
  );
}
