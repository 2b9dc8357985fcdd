// Audit log: changes, sign-ins, failed sign-ins and refused actions; and whether the hash chain of the log is intact.
import { IconListSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { Age } from '../../components/Age.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { full } from '../../format/numbers.ts';
import { Notice } from '../../ui/Notice.tsx';
import { auditFields } from './audit/auditFields.ts';
import { auditLog } from './audit/auditSearch.ts';
import { auditColumns } from './audit/columns.tsx';

export default function AuditPage() {
  const { t } = useTranslation();
  const columns = useMemo(() => auditColumns(t), [t]);
  const fields = useMemo(() => auditFields(t), [t]);
  const { data } = useCall('audit/list', { page: { size: 1, num: 0 } });
  return (
    <ListPage
      list={auditLog}
      columns={columns}
      fields={fields}
      texts={{
        title: t('audit.title'),
        facts: data ? <Chain of={data.chain} /> : t('audit.text'),
        search: t('audit.search'),
        empty: {
          icon: <IconListSearch size={24} stroke={1.75} aria-hidden />,
          title: t('audit.empty'),
          text: t('audit.emptyText'),
        },
        noMatches: { title: t('audit.noneFound'), text: t('audit.noneFoundText') },
        file: t('audit.csvFile'),
      }}
      keyOf={(row) => String(row.id)}
      notice={
        data && (
          <>
            {data.chain.problem && (
              <Notice kind="error">
                {t(`audit.problem.${data.chain.problem.kind}`, { line: data.chain.problem.line ?? '' })}
              </Notice>
            )}
            {data.isMore && <Notice kind="info">{t('audit.isMore', { n: full(data.total, 0) })}</Notice>}
          </>
        )
      }
    />
  );
}

interface ChainState {
  lines: number;
  checkedIso: string | null;
  problem: object | null;
}

function Chain({ of: { lines, checkedIso, problem } }: { of: ChainState }) {
  const { t } = useTranslation();
  if (checkedIso === null) return t('audit.notChecked');
  return (
    // A single sentence that ends with the age.
    <span>
      {lines === 0 && !problem
        ? t('audit.nothingSealed')
        : t(problem ? 'audit.broken' : 'audit.unbroken', { count: lines, n: full(lines, 0) })}{' '}
      <Age at={checkedIso} />
    </span>
  );
}
