// Notices above the plan in the layout editor: a conflict, a failure, a restored draft, a proposal.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { whenText } from '../../format/times.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Conflict } from './Conflict.tsx';
import classes from './layout.module.css';
import type { UnsavedLayout } from './unsavedLayout.ts';
import type { useLayoutDraft } from './useLayoutDraft.ts';

type Props = Pick<ReturnType<typeof useLayoutDraft>, 'saving' | 'restored'>;

export function EditorNotices({ saving, restored }: Props) {
  const { t } = useTranslation();
  const { current, outdated } = restored;
  const savedText = ({ savedAtMs }: UnsavedLayout) => whenText(savedAtMs, Date.now());
  return (
    <>
      {saving.conflict !== null ? (
        <Conflict
          message={saving.conflict}
          showsTheirs={saving.showsTheirs}
          onShow={saving.setShowsTheirs}
          onMine={saving.saveMine}
          onTheirs={saving.adoptTheirs}
          isBusy={saving.isBusy}
        />
      ) : (
        saving.failure !== null && (
          <div className={classes.notice}>
            <Notice kind="error">{saving.failure}</Notice>
          </div>
        )
      )}
      {saving.isQueued && (
        <div className={classes.notice}>
          <Notice kind="info">{t('outbox.stored')}</Notice>
        </div>
      )}
      {current && !saving.isQueued && (
        <div className={classes.draftNotice}>
          <Notice kind="info">{t('roof.keptBack', { when: savedText(current) })}</Notice>
          <Button variant="default" size="xs" onClick={restored.discard}>
            {t('roof.keptDiscard')}
          </Button>
        </div>
      )}
      {outdated && (
        <div className={classes.draftNotice}>
          <Notice kind="warning">{t('roof.keptOld', { when: savedText(outdated) })}</Notice>
          <div className={classes.buttons}>
            <Button variant="default" size="xs" onClick={() => restored.apply(outdated)}>
              {t('roof.keptTake')}
            </Button>
            <Button variant="default" size="xs" onClick={restored.discard}>
              {t('roof.keptDiscard')}
            </Button>
          </div>
        </div>
      )}
      {saving.isProposal && !current && (
        <div className={classes.notice}>
          <Notice kind="info">{t('roof.isProposalToSave')}</Notice>
        </div>
      )}
    </>
  );
}
