// Shown when another user saved first: both versions can be viewed and one is selected; the own draft is retained until then.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import classes from './layout.module.css';

interface Props {
  message: string;
  showsTheirs: boolean;
  onShow: (theirs: boolean) => void;
  onMine: () => void;
  onTheirs: () => void;
  isBusy: boolean;
}

export function Conflict({ message, showsTheirs, onShow, onMine, onTheirs, isBusy }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.conflict}>
      <Notice kind="error">{message}</Notice>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" aria-pressed={showsTheirs} onClick={() => onShow(!showsTheirs)}>
          {t(showsTheirs ? 'roof.showMine' : 'roof.showTheirs')}
        </Button>
        <Button variant="default" size="xs" onClick={onTheirs}>
          {t('roof.takeTheirs')}
        </Button>
        <Button size="xs" loading={isBusy} onClick={onMine}>
          {t('roof.saveMine')}
        </Button>
      </div>
    </div>
  );
}
