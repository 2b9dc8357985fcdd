// Dialogs of the layout editor: create a zone, separate a row, combine two zones, and move modules to a place.
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/Choice.tsx';
import { zoneName } from '../../components/roof/names.ts';
import type { Cell, Zone } from '../../components/roof/plan.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { addZone, combineFault, combineZones, type Draft, separateRow } from './draft.ts';
import { Measures } from './Measure.tsx';

interface Props {
  draft: Draft;
  onClose: () => void;
  change: (draft: Draft) => void;
}

export function NewZone({ draft, onClose, change, onCreated }: Props & { onCreated: (id: number) => void }) {
  const { t } = useTranslation();
  const previous = draft.zones.at(-1);
  const [name, setName] = useState('');
  const [settings, setSettings] = useState<Pick<Zone, 'tilt' | 'azimuth' | 'orientation' | 'rows' | 'columns'>>({
    tilt: previous?.tilt ?? 30,
    azimuth: previous?.azimuth ?? 180,
    orientation: previous?.orientation ?? 'portrait',
    rows: 2,
    columns: 6,
  });
  const set = (part: Partial<typeof settings>) => setSettings({ ...settings, ...part });
  return (
    <Dialog opened onClose={onClose} title={t('roof.newZone')}>
      <Stack gap="md">
        <TextInput
          label={t('roof.name')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SimpleGrid cols={2} spacing="sm">
          <Measures names={['rows', 'columns', 'tilt', 'azimuth']} values={settings} set={set} />
          <Choice
            label={t('roof.orientation')}
            value={settings.orientation}
            isInPanel
            choices={(['portrait', 'landscape'] as const).map((value) => ({ value, label: t(`roof.${value}`) }))}
            onChange={(orientation) => set({ orientation: orientation as Zone['orientation'] })}
          />
        </SimpleGrid>
        <DialogButtons
          onCancel={onClose}
          onClick={() => {
            const next = addZone(draft, { ...settings, name: name.trim() });
            change(next);
            onCreated(next.zones.at(-1)!.id);
            onClose();
          }}
        >
          {t('roof.make')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

export function SeparateRow({ draft, onClose, change, zone, row: start }: Props & { zone: Zone; row: number }) {
  const { t } = useTranslation();
  const [row, setRow] = useState(Math.min(start, zone.rows));
  return (
    <Dialog opened onClose={onClose} title={t('roof.separateTitle', { name: zoneName(zone, t) })}>
      <Stack gap="md">
        <p className="muted">{t('roof.separateText')}</p>
        <Choice
          label={t('roof.row')}
          value={String(row)}
          isInPanel
          choices={Array.from({ length: zone.rows }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }))}
          onChange={(value) => setRow(Number(value))}
        />
        <DialogButtons
          onCancel={onClose}
          onClick={() => {
            change(separateRow(draft, zone.id, row));
            onClose();
          }}
        >
          {t('roof.separateDo')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

export function CombineZones({
  draft,
  onClose,
  change,
  zone,
  other: start,
}: Props & { zone: Zone; other: number | undefined }) {
  const { t } = useTranslation();
  const others = draft.zones.filter(({ id }) => id !== zone.id);
  const [otherId, setOther] = useState(
    start ?? others.find((candidate) => combineFault(zone, candidate) === null)?.id ?? others[0]?.id,
  );
  const other = others.find(({ id }) => id === otherId);
  const fault = other ? combineFault(zone, other) : null;
  const text =
    fault === 'otherOrientation'
      ? t('roof.combineOther')
      : fault === 'tooLarge'
        ? t('roof.combineLarge')
        : t('roof.combineText');
  useAnnounced(text);
  return (
    <Dialog opened onClose={onClose} title={t('roof.combineTitle', { name: zoneName(zone, t) })}>
      <Stack gap="md">
        <Choice
          label={t('roof.combineWith')}
          value={String(otherId)}
          isInPanel
          choices={others.map((candidate) => ({ value: String(candidate.id), label: zoneName(candidate, t) }))}
          onChange={(value) => setOther(Number(value))}
        />
        <p className="muted">{text}</p>
        <DialogButtons
          onCancel={onClose}
          disabled={!other || fault !== null}
          onClick={() => {
            if (other) change(combineZones(draft, zone.id, other.id));
            onClose();
          }}
        >
          {t('roof.combineDo')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

interface MoveProps {
  draft: Draft;
  count: number;
  start: Cell | null;
  onClose: () => void;
  onMove: (place: Cell) => void;
}

export function MoveTo({ draft, count, start, onClose, onMove }: MoveProps) {
  const { t } = useTranslation();
  const [place, setPlace] = useState<Cell>(start ?? { zone: draft.zones[0]?.id ?? 0, row: 1, column: 1 });
  const zone = draft.zones.find(({ id }) => id === place.zone);
  const numbers = (max: number) =>
    Array.from({ length: max }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }));
  return (
    <Dialog opened onClose={onClose} title={t('roof.moveTitle', { count })}>
      <Stack gap="md">
        <Choice
          label={t('roof.zone')}
          value={String(place.zone)}
          isInPanel
          choices={draft.zones.map((candidate) => ({ value: String(candidate.id), label: zoneName(candidate, t) }))}
          onChange={(value) => setPlace({ zone: Number(value), row: 1, column: 1 })}
        />
        <SimpleGrid cols={2} spacing="sm">
          <Choice
            label={t('roof.row')}
            value={String(place.row)}
            isInPanel
            choices={numbers(zone?.rows ?? 1)}
            onChange={(value) => setPlace({ ...place, row: Number(value) })}
          />
          <Choice
            label={t('roof.column')}
            value={String(place.column)}
            isInPanel
            choices={numbers(zone?.columns ?? 1)}
            onChange={(value) => setPlace({ ...place, column: Number(value) })}
          />
        </SimpleGrid>
        <DialogButtons
          onCancel={onClose}
          disabled={!zone}
          onClick={() => {
            onMove(place);
            onClose();
          }}
        >
          {t('roof.moveDo')}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

export type OpenDialog = null | 'new' | 'separate' | 'combine' | 'move';
