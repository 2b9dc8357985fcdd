// Countries of plants or users: a map that is darker for higher counts, and a list of the counts.
import { NO_COUNTRY } from '@heliograph/contract/countryFilter.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import type { Destination } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { CountList } from './CountList.tsx';
import classes from './dashboard.module.css';

const CountryMap = lazyPart(() => import('./CountryMap.tsx'));
const MAX_ROWS = 8;

interface Props {
  title: string;
  countries: readonly { code: string; name: string; count: number }[];
  listOf?: (code: string) => Destination;
}

/** Whether any country is known: else there is nothing to draw. */
export const namesCountries = (countries: readonly { code: string }[]): boolean =>
  countries.some(({ code }) => code !== '');

export function CountriesCard({ title, countries, listOf }: Props) {
  const { t } = useTranslation();
  const rows = countries.map(({ code, name, count }) => ({
    key: code,
    label: name || t('dashboard.unknownCountry'),
    count,
    to: listOf?.(code || NO_COUNTRY),
  }));
  const rest = rows.slice(MAX_ROWS);
  return (
    <Card title={title} className={classes.wide}>
      <div className={classes.where}>
        <Suspense fallback={<div className={classes.map} />}>
          <CountryMap countries={countries} />
        </Suspense>
        <div>
          <CountList label={title} rows={rows.slice(0, MAX_ROWS)} />
          {rest.length > 0 && (
            <details className={classes.rest}>
              <summary>{t('dashboard.moreCountries', { count: rest.length })}</summary>
              <CountList label={title} rows={rest} />
            </details>
          )}
        </div>
      </div>
    </Card>
  );
}
