// The layout editor: the plan with its zones, and side panels; saved as one version.
import type { Response } from '@heliograph/contract/calls.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { EditorActions } from './EditorActions.tsx';
import { EditorNotices } from './EditorNotices.tsx';
import { EditorPlan } from './EditorPlan.tsx';
import { EditorSide } from './EditorSide.tsx';
import classes from './layout.module.css';
import { type Editing, useEditing } from './useEditing.ts';
import { CombineZones, MoveTo, NewZone, SeparateRow } from './ZoneDialogs.tsx';

export function LayoutEditor({ layout: opened }: { layout: Response<'site/layoutInfo'> }) {
  const { t } = useTranslation();
  const { sid } = opened;
  const editing = useEditing(opened);
  const { saving, restored } = editing;
  return (
    <>
      <PageHeader
        isCompact
        title={t('roof.editTitle')}
        facts={<Link {...links.siteDetail(sid, { view: 'layout' })}>{opened.siteName}</Link>}
        backTo={links.siteDetail(sid, { view: 'layout' })}
      >
        <EditorActions
          history={editing.history}
          onNew={() => editing.setDialog('new')}
          maySave={saving.isDirty && saving.conflict === null}
          isBusy={saving.isBusy}
          onSave={saving.save}
        />
      </PageHeader>
      {saving.hasChanges && !saving.isQueued && <LeaveGuard isKept={restored.outdated === null} />}
      <EditorNotices saving={saving} restored={restored} />
      <div className={classes.editor}>
        <EditorPlan editing={editing} />
        <EditorSide editing={editing} />
      </div>
      <OpenedDialog editing={editing} />
    </>
  );
}

function OpenedDialog({ editing }: { editing: Editing }) {
  const { draft, act, dialog, zone, zones, place, selected } = editing;
  const onClose = () => editing.setDialog(null);
  const edit = { draft, change: act, onClose };
  if (dialog === 'new') return <NewZone {...edit} onCreated={(id) => editing.setZones(new Set([id]))} />;
  if (dialog === 'separate' && zone)
    return <SeparateRow {...edit} zone={zone} row={place?.zone === zone.id ? place.row : 1} />;
  if (dialog === 'combine' && zone)
    return <CombineZones {...edit} zone={zone} other={[...zones].find((id) => id !== zone.id)} />;
  if (dialog === 'move')
    return (
      <MoveTo
        draft={draft}
        count={selected.length}
        start={place}
        onClose={onClose}
        onMove={(to) => editing.put(selected, to)}
      />
    );
  return null;
}
