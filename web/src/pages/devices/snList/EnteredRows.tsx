// Result of each entered row; after a failed import only the invalid rows, all on demand.
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { full } from '../../../format/numbers.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import type { Entered } from './AddNumbers.tsx';

type EnteredRow = Entered['list'][number];
const isInvalid = ({ field }: EnteredRow): boolean => field !== '';

interface Props {
  entered: Entered;
  onRetry: () => void;
  onClose: () => void;
}

export function EnteredRows({ entered: { isWritten, list }, onRetry, onClose }: Props) {
  const { t } = useTranslation();
  const [onlyInvalid, setOnlyInvalid] = useState(!isWritten);
  const invalidRows = list.filter(isInvalid);
  const count = (result: EnteredRow['result']) => list.filter((row) => row.result === result).length;
  const numbers = {
    added: count('added'),
    changed: count('changed'),
    same: count('same'),
    invalid: invalidRows.length,
  };
  const entered = numbers.added + numbers.changed;
  const columns = useMemo<Column<EnteredRow>[]>(
    () => [
      { id: 'row', title: t('snList.row'), widthPx: 72, isNumber: true, cell: (row) => full(row.row, 0) },
      { id: 'sn', title: t('snList.sn'), widthPx: 130, cell: (row) => <b className="num">{row.sn}</b> },
      { id: 'product', title: t('snList.product'), widthPx: 110, cell: (row) => row.product },
      {
        id: 'result',
        title: t('snList.result'),
        widthPx: 390,
        cell: (row) => (
          <StatusDot tone={isInvalid(row) ? 'fault' : isWritten ? 'ok' : 'offline'}>
            {/* The reason wraps, so that it is shown completely. */}
            <span style={isInvalid(row) ? { fontSize: 12, lineHeight: '15px', whiteSpace: 'normal' } : undefined}>
              {isWritten || isInvalid(row) ? t(`snList.results.${row.result}`) : t('snList.wouldBe')}
            </span>
          </StatusDot>
        ),
      },
    ],
    [t, isWritten],
  );
  const visible = onlyInvalid ? invalidRows : list;
  return (
    <>
      {isWritten ? (
        <Notice kind="ok">
          {entered === 0 ? t('snList.writtenNone') : t('snList.written', { count: entered, n: full(entered, 0) })}
        </Notice>
      ) : (
        <Notice kind="error">
          {t('snList.notWritten', { count: invalidRows.length, n: full(invalidRows.length, 0) })}
        </Notice>
      )}
      {isWritten && (
        <p className="muted">
          {t('snList.counts', {
            added: full(numbers.added, 0),
            changed: full(numbers.changed, 0),
            same: full(numbers.same, 0),
            wrong: full(numbers.invalid, 0),
          })}
        </p>
      )}
      {!isWritten && (
        <Checkbox
          label={t('snList.onlyWrong')}
          checked={onlyInvalid}
          onChange={(event) => setOnlyInvalid(event.currentTarget.checked)}
        />
      )}
      <div style={{ maxHeight: 360, overflow: 'auto' }}>
        <DataTable label={t('snList.result')} columns={columns} rows={visible} keyOf={(row) => String(row.row)} />
      </div>
      <Group justify="flex-end" gap="xs">
        {!isWritten && (
          <Button variant="default" onClick={onRetry}>
            {t('snList.again')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Group>
    </>
  );
}
