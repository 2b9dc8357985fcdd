// The draft of a layout: restored from this browser, changed in steps that can be undone, saved as one version.
import type { Response } from '@heliograph/contract/calls.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { announce } from '../../ui/announcer.ts';
import { type Draft, differencesOf, draftOf } from './draft.ts';
import { type UnsavedLayout, useRestoredLayout, useStoreLayout } from './unsavedLayout.ts';
import { useHistory } from './useHistory.ts';
import { useSaving } from './useSaving.ts';

export function useLayoutDraft(opened: Response<'site/layoutInfo'>) {
  const { t } = useTranslation();
  const { sid } = opened;
  const [start] = useState(() => draftOf(opened));
  const restored = useRestoredLayout(opened);
  const history = useHistory(start, restored.current?.draft);
  const { now: draft, change } = history;
  const step = (key: 'roof.undone' | 'roof.redone', to: Draft | undefined, run: () => void) => () => {
    if (to) announce(t(key, { what: differencesOf(draft, to, t) }));
    run();
  };
  const live = useCall('site/layoutInfo', { sid });
  const latest = live.data ?? opened;
  const { modules } = latest;
  const saving = useSaving({ opened, draft, live: latest, refetch: live.refetch, change });
  const { showsTheirs, theirs, hasChanges, base } = saving;
  const [outdated, setOutdated] = useState(restored.outdated);
  const [isRestored, setRestored] = useState(restored.current !== null);
  // Changes made after a save, discard or undo are no longer the restored ones.
  if (isRestored && !hasChanges) setRestored(false);
  const unsaved = useMemo((): UnsavedLayout | null => {
    if (!hasChanges) return null;
    return draft === restored.current?.draft
      ? restored.current
      : { version: base.version, draft, savedAtMs: Date.now() };
  }, [hasChanges, draft, restored.current, base.version]);
  // An outdated draft stays stored until the user has decided about it.
  useStoreLayout(sid, outdated ? undefined : unsaved);
  return {
    sid,
    draft,
    /** The draft, or the other user's version while that is viewed. */
    shown: showsTheirs && theirs ? draftOf(theirs) : draft,
    modules,
    history: {
      ...history,
      undo: step('roof.undone', history.previous, history.undo),
      redo: step('roof.redone', history.next, history.redo),
    },
    saving,
    restored: {
      current: isRestored ? restored.current : null,
      outdated,
      apply: (mine: UnsavedLayout) => {
        saving.rebase(mine.version);
        change(mine.draft);
        setOutdated(null);
      },
      discard: () => {
        if (outdated) setOutdated(null);
        else change(base.draft);
      },
    },
  };
}
