// The state and the actions of the layout editor, in one object shared by its parts.
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
  const { selectedKeys, setSelectedKeys } = selection;
  const actions = useActions(draft, layout.history.change, setSelectedKeys);
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
    onRemove: actions.remove,
    onBoxSelect: (boxed) => {
      setSelectedKeys(new Set([...selectedKeys, ...boxed.map(keyOf)]));
      announce.selected(boxed.length);
    },
  });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [movesPhoto, setMovesPhoto] = useState(false);
  return { stage, ...layout, ...selection, ...actions, drags, dialog, setDialog, movesPhoto, setMovesPhoto };
}

/** Returns the changes of the draft, each with its announcement for screen readers. */
function useActions(
  draft: Draft,
  change: (draft: Draft) => void,
  setSelectedKeys: (selectedKeys: ReadonlySet<string>) => void,
) {
  const { t } = useTranslation();
  const [announcement, setAnnouncement] = useState('');
  const act = useCallback(
    (next: Draft, announcementText?: string) => {
      change(next);
      if (announcementText) setAnnouncement(announcementText);
    },
    [change],
  );
  const put = useCallback(
    (keys: readonly ModuleKey[], to: Cell) => {
      act(putModules(draft, keys, to), t('roof.toldPlaced', { count: keys.length, row: to.row, column: to.column }));
      setSelectedKeys(new Set());
    },
    [act, draft, setSelectedKeys, t],
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
