// Columns of the firmware list.
import { IconCpu } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH } from '../../../format/numbers.ts';
import { dateOf } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import classes from '../documents/documents.module.css';
import type { FirmwareRow } from './otaList.ts';
import { STATE_TONES } from './words.ts';

type Column = ListColumn<FirmwareRow, SortOf<'configuration/ota/list'>>;

export const modelText = ({ modelName, model }: Pick<FirmwareRow, 'modelName' | 'model'>): string =>
  modelName || String(model);

export const firmwareColumns = (t: TFunction): Column[] => [
  {
    id: 'version',
    title: t('ota.version'),
    sort: 'version',
    widthPx: 184,
    isFixed: true,
    cell: ({ id, versionName }) => (
      <span className={classes.named}>
        <IconCpu size={18} stroke={1.5} aria-hidden />
        <Link className={classes.name} {...links.firmware(id)} title={versionName}>
          {versionName}
        </Link>
      </span>
    ),
    csv: [{ title: t('ota.version'), value: ({ versionName }) => versionName }],
  },
  {
    id: 'model',
    title: t('ota.model'),
    sort: 'model',
    widthPx: 160,
    cell: modelText,
    csv: [{ title: t('ota.model'), value: modelText }],
  },
  {
    id: 'hardware',
    title: t('ota.hardware'),
    widthPx: 128,
    cell: ({ hardware }) => hardware || <span className="muted">{t('ota.anyHardware')}</span>,
    csv: [{ title: t('ota.hardware'), value: ({ hardware }) => hardware }],
  },
  {
    id: 'state',
    title: t('ota.stateTitle'),
    widthPx: 176,
    cell: ({ state, isForced }) => (
      <>
        <StatusDot tone={STATE_TONES[state]}>{t(`ota.state.${state}`)}</StatusDot>
        {isForced && <div className="muted">{t('ota.forced')}</div>}
      </>
    ),
    csv: [
      { title: t('ota.stateTitle'), value: ({ state }) => t(`ota.state.${state}`) },
      { title: t('ota.forced'), value: ({ isForced }) => (isForced ? t('ota.forced') : '') },
    ],
  },
  {
    id: 'description',
    title: t('ota.description'),
    widthPx: 280,
    cell: ({ description }) => (description === '' ? DASH : <span title={description}>{description}</span>),
    csv: [{ title: t('ota.description'), value: ({ description }) => description }],
  },
  {
    id: 'file',
    title: t('ota.file'),
    sort: 'bytes',
    widthPx: 232,
    cell: ({ fileName, bytes }) => (
      <span title={fileName}>
        {fileName} <span className="muted">{sizeOf(bytes)}</span>
      </span>
    ),
    csv: [
      { title: t('ota.file'), value: ({ fileName }) => fileName },
      { title: 'SHA-256', value: ({ sha256 }) => sha256 },
    ],
  },
  {
    id: 'created',
    title: t('ota.created'),
    sort: 'created',
    widthPx: 144,
    cell: ({ createdIso }) => dateOf(createdIso),
    csv: [{ title: t('ota.created'), value: ({ createdIso }) => createdIso }],
  },
];
