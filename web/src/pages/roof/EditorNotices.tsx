// What is told above the plan while it is edited: that somebody else saved, that saving failed, what was kept from before, that all of it is a proposal.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { whenText } from '../../format/times.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Conflict } from './Conflict.tsx';
import type { Kept } from './keptDraft.ts';
import classes from './layout.module.css';
import type { useSaving } from './useSaving.ts';

interface Props {
  saving: ReturnType<typeof useSaving>;
  /** What was kept is what is shown. */
  back: Kept | null;
  /** What was kept of an older version; what is shown is the newer one. */
  old: Kept | null;
  onTake: (kept: Kept) => void;
  onDiscard: () => void;
}

export function EditorNotices({ saving, back, old, onTake, onDiscard }: Props) {
  const { t } = useTranslation();
  const when = ({ savedAtMs }: Kept) => whenText(savedAtMs, Date.now());
  return (
    <>
      {saving.conflict !== null ? (
        <Conflict
          message={saving.conflict}
          showsTheirs={saving.showsTheirs}
          onShow={saving.setShowsTheirs}
          onMine={saving.saveMine}
          onTheirs={saving.takeTheirs}
          isBusy={saving.isBusy}
        />
      ) : (
        saving.failure !== null && (
          <div className={classes.notice}>
            <Notice kind="error">{saving.failure}</Notice>
          </div>
        )
      )}
      {back && (
        <div className={classes.kept}>
          <Notice kind="info">{t('roof.keptBack', { when: when(back) })}</Notice>
          <Button variant="default" size="xs" onClick={onDiscard}>
            {t('roof.keptDiscard')}
          </Button>
        </div>
      )}
      {old && (
        <div className={classes.kept}>
          <Notice kind="warning">{t('roof.keptOld', { when: when(old) })}</Notice>
          <div className={classes.buttons}>
            <Button variant="default" size="xs" onClick={() => onTake(old)}>
              {t('roof.keptTake')}
            </Button>
            <Button variant="default" size="xs" onClick={onDiscard}>
              {t('roof.keptDiscard')}
            </Button>
          </div>
        </div>
      )}
      {saving.isProposal && !back && (
        <div className={classes.notice}>
          <Notice kind="info">{t('roof.isProposalToSave')}</Notice>
        </div>
      )}
    </>
  );
}
