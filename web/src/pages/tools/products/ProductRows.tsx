// Functions and parameters of a product as tables, as cards on phones; rows are added, edited and removed.
import { MAX_FUNCTIONS, MAX_PARAMETERS } from '@heliograph/contract/products.ts';
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, preload } from '../../../api/loading.ts';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { ListCards } from '../../../components/list/ListCards.tsx';
import { DASH, full } from '../../../format/numbers.ts';
import { Card } from '../../../ui/Card.tsx';
import type { Parameter, ProductFunction } from './productForm.ts';
import classes from './products.module.css';

const loadParameter = () => import('./ParameterDialog.tsx');
const ParameterDialog = lazyPart(loadParameter);
const loadFunction = () => import('./FunctionDialog.tsx');
const FunctionDialog = lazyPart(loadFunction);

/** Decimals of the step. */
const digitsOf = (step: number): number => Math.min(3, (String(step).split('.')[1] ?? '').length);

const parameterColumns = (t: TFunction): Column<Parameter>[] => [
  {
    id: 'title',
    title: t('products.parameterTitle'),
    widthPx: 232,
    cell: (row) => (
      <>
        <b>{row.title}</b>
        <div className="under">{row.name}</div>
      </>
    ),
  },
  { id: 'group', title: t('products.group'), widthPx: 136, cell: (row) => t(`products.groups.${row.group}`) },
  {
    id: 'range',
    title: t('products.range'),
    widthPx: 160,
    isNumber: true,
    cell: (row) => `${full(row.min, digitsOf(row.step))} – ${full(row.max, digitsOf(row.step))} ${row.unit}`,
  },
  {
    id: 'step',
    title: t('products.step'),
    widthPx: 88,
    isNumber: true,
    cell: (row) => full(row.step, digitsOf(row.step)),
  },
  {
    id: 'default',
    title: t('products.default'),
    widthPx: 104,
    isNumber: true,
    cell: (row) => (row.default === null ? DASH : full(row.default, digitsOf(row.step))),
  },
  {
    id: 'marks',
    title: t('products.protected'),
    widthPx: 144,
    cell: (row) => (
      <>
        {row.isProtected ? t('products.protected') : DASH}
        {!row.isVerified && <div className="under">{t('products.unverified')}</div>}
      </>
    ),
  },
];

const functionColumns = (t: TFunction): Column<ProductFunction>[] => [
  { id: 'id', title: t('products.functionId'), widthPx: 96, isNumber: true, cell: (row) => row.func_id },
  { id: 'name', title: t('products.functionName'), widthPx: 216, cell: (row) => <b>{row.func_name}</b> },
  {
    id: 'signals',
    title: t('products.signals'),
    widthPx: 320,
    cell: (row) =>
      [row.signal_mqtt, row.signal_bluetooth, row.signal_at, row.signal_ap]
        .filter((signal) => signal !== '')
        .join(', ') || DASH,
  },
];

interface RowsProps<Row extends object> {
  title: string;
  text: string;
  none: string;
  addLabel: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  max: number;
  mayChange: boolean;
  load: () => Promise<unknown>;
  onChange: (rows: Row[]) => void;
  /** Renders the dialog of a row; `existing` is null for a new one. */
  dialog: (existing: Row | null, others: readonly Row[], save: (row: Row) => void, close: () => void) => ReactNode;
}

function EditableRows<Row extends object>(props: RowsProps<Row>) {
  const { title, columns, rows, keyOf, nameOf, mayChange, onChange } = props;
  const { t } = useTranslation();
  const [edited, setEdited] = useState<{ row: Row | null } | null>(null);
  const others = rows.filter((row) => row !== edited?.row);
  const save = (saved: Row) => {
    onChange(edited?.row ? rows.map((row) => (row === edited.row ? saved : row)) : [...rows, saved]);
    setEdited(null);
  };
  const isPhone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  const actions = (row: Row) => (
    <div className={classes.actions}>
      <ActionIcon
        size={32}
        aria-label={t('products.changeOf', { name: nameOf(row) })}
        title={t('products.changeOf', { name: nameOf(row) })}
        onPointerEnter={() => preload(props.load)}
        onClick={() => setEdited({ row })}
      >
        <IconPencil {...icon} />
      </ActionIcon>
      <ActionIcon
        size={32}
        aria-label={t('products.removeOf', { name: nameOf(row) })}
        title={t('products.removeOf', { name: nameOf(row) })}
        onClick={() => onChange(rows.filter((other) => other !== row))}
      >
        <IconTrash {...icon} />
      </ActionIcon>
    </div>
  );
  const table = { columns, rows, keyOf, ...(mayChange && { actions }) };
  return (
    <Card
      title={title}
      flush
      side={
        mayChange &&
        rows.length < props.max && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onPointerEnter={() => preload(props.load)}
            onClick={() => setEdited({ row: null })}
          >
            {props.addLabel}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <p className={classes.none}>{props.none}</p>
      ) : (
        <>
          <p className={classes.text}>{props.text}</p>
          <div className={isPhone ? classes.cards : classes.rows}>
            {isPhone ? (
              <ListCards
                label={title}
                choice={{ order: columns.map(({ id }) => id), hidden: [] }}
                cardPx={160}
                {...table}
              />
            ) : (
              <DataTable
                label={t('products.tableOf', { title })}
                {...table}
                {...(mayChange && { actionsWidthPx: 88 })}
              />
            )}
          </div>
        </>
      )}
      {edited && <Suspense>{props.dialog(edited.row, others, save, () => setEdited(null))}</Suspense>}
    </Card>
  );
}

interface Props<Row> {
  rows: readonly Row[];
  mayChange: boolean;
  onChange: (rows: Row[]) => void;
}

export function ParameterRows({ rows, mayChange, onChange }: Props<Parameter>) {
  const { t } = useTranslation();
  const columns = useMemo(() => parameterColumns(t), [t]);
  return (
    <EditableRows
      columns={columns}
      rows={rows}
      mayChange={mayChange}
      onChange={onChange}
      title={t('products.parameters')}
      text={t('products.parametersText')}
      none={t('products.noParameters')}
      addLabel={t('products.addParameter')}
      keyOf={({ name }) => name}
      nameOf={({ title }) => title}
      max={MAX_PARAMETERS}
      load={loadParameter}
      dialog={(parameter, others, onSave, onClose) => (
        <ParameterDialog
          parameter={parameter}
          onSave={onSave}
          onClose={onClose}
          usedNames={others.map(({ name }) => name)}
        />
      )}
    />
  );
}

export function FunctionRows({ rows, mayChange, onChange }: Props<ProductFunction>) {
  const { t } = useTranslation();
  const columns = useMemo(() => functionColumns(t), [t]);
  return (
    <EditableRows
      columns={columns}
      rows={rows}
      mayChange={mayChange}
      onChange={onChange}
      title={t('products.functions')}
      text={t('products.functionsText')}
      none={t('products.noFunctions')}
      addLabel={t('products.addFunction')}
      keyOf={({ func_id }) => String(func_id)}
      nameOf={({ func_name }) => func_name}
      max={MAX_FUNCTIONS}
      load={loadFunction}
      dialog={(existing, others, onSave, onClose) => (
        <FunctionDialog
          existing={existing}
          onSave={onSave}
          onClose={onClose}
          usedIds={others.map(({ func_id }) => func_id)}
        />
      )}
    />
  );
}
