// Saves a layout as one version. When another user saved first, both versions can be viewed and one of them is taken.
import type { Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/failures.ts';
import { useChange } from '../../api/useCall.ts';
import { keyOf } from '../../components/roof/plan.ts';
import { toastDone } from '../../ui/toast.tsx';
import { type Draft, draftOf, isSameDraft } from './draft.ts';

type Layout = Response<'site/layoutInfo'>;

/** Comparisons and expected values depend on the layout. */
const INVALIDATED = [
  ...(['site/layoutInfo', 'site/modules', 'device/modules', 'device/strings', 'site/statistics/echarts'] as const),
  ...(['device/modules/statistics/overview', 'device/modules/statistics/echarts'] as const),
];

interface Options {
  opened: Layout;
  draft: Draft;
  modules: Layout['modules'];
  refetch: () => Promise<{ data?: Layout | undefined }>;
  change: (draft: Draft) => void;
}

export function useSaving({ opened, draft, modules, refetch, change }: Options) {
  const { t } = useTranslation();
  const [base, setBase] = useState(() => ({ version: opened.version, draft: draftOf(opened) }));
  const [theirs, setTheirs] = useState<Layout | null>(null);
  const [showsTheirs, setShowsTheirs] = useState(false);
  const call = useChange('site/updateLayoutInfo', INVALIDATED);
  const isProposal = opened.isProposal && base.version === 0;
  const isTyped = !isSameDraft(draft, base.draft);
  const isConflict =
    call.error instanceof ApiError && call.error.code === ERROR_CODES.layoutHasChanged && theirs !== null;

  const settle = (version: number, saved: Draft) => {
    setBase({ version, draft: saved });
    setTheirs(null);
    setShowsTheirs(false);
  };
  const send = (version: number) => {
    const { photo, photoScale } = draft;
    // Modules that have left the plant meanwhile lose their place.
    const known = new Set(modules.map(keyOf));
    const zones = draft.zones.map((zone) => ({
      ...zone,
      modules: zone.modules.filter((module) => known.has(keyOf(module))),
    }));
    call.mutate(
      {
        sid: opened.sid,
        version,
        zones,
        layoutScale: photoScale,
        photo: photo && { name: photo.name, x: photo.x, y: photo.y, opacity: photo.opacity },
      },
      {
        onSuccess: (answer) => {
          settle(answer.version, draft);
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
    isTyped,
    /** There is something to save; a proposal counts. */
    isDirty: isTyped || isProposal,
    isBusy: call.isPending,
    /** Who saved first, and when. */
    conflict: isConflict ? messageOf(call.error, t) : null,
    failure: call.error ? messageOf(call.error, t) : null,
    save: () => send(base.version),
    saveMine: () => theirs && send(theirs.version),
    takeTheirs: () => {
      if (!theirs) return;
      // One step, so that undo restores the own draft.
      change(draftOf(theirs));
      settle(theirs.version, draftOf(theirs));
      call.reset();
    },
  };
}
