// Company whose branch is shown: a list, or a search by name when there are more companies than a list holds.
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { Choice } from '../../components/Choice.tsx';

const CompanySearch = lazyPart(() => import('./CompanySearch.tsx'));

export interface CompanyProps {
  /** Id; undefined for all companies. */
  company: number | undefined;
  onChange: (company: number | undefined) => void;
}

export function CompanyChoice({ className, company, onChange }: CompanyProps & { className: string | undefined }) {
  const { t } = useTranslation();
  const { list = [], more = false } = useCall('device/alerts/companies', {}, { staleMs: 300_000 }).data ?? {};
  if (list.length < 2) return null;
  return (
    <div className={className}>
      {more ? (
        <Suspense>
          <CompanySearch company={company} onChange={onChange} />
        </Suspense>
      ) : (
        <Choice
          aria-label={t('alerts.company')}
          value={String(company ?? '')}
          choices={[
            { value: '', label: t('alerts.anyCompany') },
            ...list.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(id) => onChange(id === '' ? undefined : Number(id))}
        />
      )}
    </div>
  );
}
