// The state of the layout editor and what can be done with it; one object that its parts share.
import type { Response } from '@heliograph/contract/calls.ts';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cell, keyOf, type Zone } from '../../components/roof/plan.ts';
import type { Stage } from '../../components/roof/stage.ts';
import { full } from '../../format/numbers.ts';
import { type Draft, type ModuleKey, putModules, removeModules, turnZone } from './draft.ts';
import { useDrags } from './useDrags.ts';
import { useLayoutDraft } from './useLayoutDraft.ts';
import { useSelection } from './useSelection.ts';
import type { OpenDialog } from './ZoneDialogs.tsx';

export type Editing = ReturnType<typeof useEditing>;

export function useEditing(opened: Response<'site/layoutInfo'>) {
  const stage = useRef<Stage>(null);
  const layout = useLayoutDraft(opened);
  const { draft, shown, modules } = layout;
  const selection = useSelection({ draft, shown, modules, stage });
  const { chosen, setChosen } = selection;
  const actions = useActions(draft, layout.history.change, setChosen);
  const { act, announce } = actions;
  const drags = useDrags({
    stage,
    draft,
    act,
    put: actions.put,
    onTurned: (zone: Zone, degrees: number) => {
      act(turnZone(draft, zone.id, degrees));
      announce.turned(degrees);
    },
    onOut: actions.remove,
    onChosen: (found) => {
      setChosen(new Set([...chosen, ...found.map(keyOf)]));
      announce.selected(found.length);
    },
  });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [movesPhoto, setMovesPhoto] = useState(false);
  return { stage, ...layout, ...selection, ...actions, drags, dialog, setDialog, movesPhoto, setMovesPhoto };
}

/** Changes of the draft, each with its announcement for screen readers. */
function useActions(draft: Draft, change: (draft: Draft) => void, setChosen: (chosen: ReadonlySet<string>) => void) {
  const { t } = useTranslation();
  const [announcement, setAnnouncement] = useState('');
  const act = useCallback(
    (next: Draft, words?: string) => {
      change(next);
      if (words) setAnnouncement(words);
    },
    [change],
  );
  const put = useCallback(
    (keys: readonly ModuleKey[], to: Cell) => {
      act(putModules(draft, keys, to), t('roof.toldPlaced', { count: keys.length, row: to.row, column: to.column }));
      setChosen(new Set());
    },
    [act, draft, setChosen, t],
  );
  const announce = {
    turned: (degrees: number) => setAnnouncement(t('roof.toldTurned', { degrees: full(degrees, 0) })),
    removed: (count: number) => setAnnouncement(t('roof.toldOut', { count })),
    selected: (count: number) => setAnnouncement(t('roof.toldChosen', { count })),
  };
  const remove = (keys: ReadonlySet<string>) => {
    act(removeModules(draft, keys));
    announce.removed(keys.size);
  };
  return { announcement, announce, act, put, remove };
}
