// Saves a layout as one version. If another user saved first, both versions can be viewed and one of them is selected.
import type { Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/failures.ts';
import { useQueuedChange } from '../../offline/useQueuedChange.ts';
import { useWaiting } from '../../offline/waitingList.ts';
import { session } from '../../session/session.ts';
import { toastDone } from '../../ui/toast.tsx';
import { type Draft, draftOf, isSameDraft, isSameRequest, type LayoutRequest, requestOf } from './draft.ts';

type Layout = Response<'site/layoutInfo'>;

interface Options {
  opened: Layout;
  draft: Draft;
  /** The layout as last read. */
  live: Layout;
  refetch: () => Promise<{ data?: Layout | undefined }>;
  change: (draft: Draft) => void;
}

type QueuedLayout = LayoutRequest & { version: number };

/** Returns the layout of the plant that waits for a connection. */
function useQueuedLayout(sid: string): QueuedLayout | undefined {
  const entry = useWaiting().find(
    (one) => one.path === 'site/updateLayoutInfo' && one.sid === sid && one.state === 'waiting',
  );
  return entry?.body as QueuedLayout | undefined;
}

export function useSaving({ opened, draft, live, refetch, change }: Options) {
  const { t } = useTranslation();
  const [base, setBase] = useState(() => ({ version: opened.version, draft: draftOf(opened) }));
  const [theirs, setTheirs] = useState<Layout | null>(null);
  const [showsTheirs, setShowsTheirs] = useState(false);
  const call = useQueuedChange('site/updateLayoutInfo', () => opened.siteName);
  const queued = useQueuedLayout(opened.sid);
  const isQueued = queued !== undefined && isSameRequest(requestOf(draft, live.modules), queued);
  const isProposal = opened.isProposal && base.version === 0;
  const hasChanges = !isSameDraft(draft, base.draft);
  const isConflict =
    call.error instanceof ApiError && call.error.code === ERROR_CODES.layoutHasChanged && theirs !== null;

  const settle = (version: number, saved: Draft) => {
    setBase({ version, draft: saved });
    setTheirs(null);
    setShowsTheirs(false);
  };
  // The list of waiting changes has sent this user's layout.
  const [sent, setSent] = useState(queued);
  if (queued && queued !== sent) setSent(queued);
  if (!queued && sent && live.version > sent.version) {
    setSent(undefined);
    if (live.version === sent.version + 1 && live.changedBy === session().info?.email)
      settle(live.version, { zones: sent.zones, photo: live.photo, photoScale: live.layoutScale });
  }
  const send = (version: number) => {
    call.mutate(
      { sid: opened.sid, version, ...requestOf(draft, live.modules) },
      {
        onSuccess: (result) => {
          // The draft stays in this browser until the change that waits has been sent.
          if (!result) return;
          settle(result.version, draft);
          toastDone(t('saved.saved'));
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === ERROR_CODES.layoutHasChanged)
            void refetch().then(({ data }) => data && setTheirs(data));
        },
      },
    );
  };
  return {
    /** The last saved version that this editor knows. */
    base,
    /** Bases the draft on an older version, so that saving it reports a conflict with newer ones. */
    rebase: (version: number) => setBase({ ...base, version }),
    theirs,
    showsTheirs,
    setShowsTheirs,
    isProposal,
    /** The draft differs from the saved version. */
    hasChanges,
    /** The draft waits for a connection. */
    isQueued,
    /** There is something to save; a proposal counts. */
    isDirty: queued ? !isQueued : hasChanges || isProposal,
    isBusy: call.isPending,
    /** Message that names the user who saved first, and when. */
    conflict: isConflict ? messageOf(call.error, t) : null,
    failure: call.error ? messageOf(call.error, t) : null,
    save: () => send(base.version),
    saveMine: () => theirs && send(theirs.version),
    adoptTheirs: () => {
      if (!theirs) return;
      // One step, so that undo restores the own draft.
      change(draftOf(theirs));
      settle(theirs.version, draftOf(theirs));
      call.reset();
    },
  };
}
