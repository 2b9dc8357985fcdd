// The brands as cards: mark, name, host name, companies, accent colour.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { full } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import classes from './brands.module.css';

export function BrandList() {
  const { t } = useTranslation();
  const brands = useCall('brand/list', {});
  return (
    <>
      <PageHeader title={t('brands.title')} facts={t('brands.text')} />
      {brands.data ? (
        <ul className={classes.list} aria-label={t('brands.title')}>
          {brands.data.list.map(({ id, name, code, companyName, mark, accentLight, host, companies, isDefault }) => (
            <li key={id} className={classes.item}>
              <div className={classes.itemHead}>
                <img src={mark} width={40} height={40} alt="" />
                <div className={classes.itemName}>
                  <Link {...links.brand(id)}>{name}</Link>
                  <span className="muted">{companyName}</span>
                </div>
                {isDefault && <span className={classes.badge}>{t('brands.default')}</span>}
              </div>
              <dl className={classes.facts}>
                <dt>{t('brands.host')}</dt>
                <dd>{host || '–'}</dd>
                <dt>{t('brands.companies')}</dt>
                <dd className="num">{full(companies, 0)}</dd>
                <dt>{t('brands.code')}</dt>
                <dd>{code}</dd>
                <dt>{t('brands.accent')}</dt>
                <dd>
                  <span className={classes.swatch} style={{ background: accentLight }} aria-hidden />
                  <span className="num">{accentLight}</span>
                </dd>
              </dl>
            </li>
          ))}
        </ul>
      ) : brands.error ? (
        <Card>
          <ErrorState error={brands.error} onRetry={() => void brands.refetch()} />
        </Card>
      ) : (
        <Card>
          <RowSkeletons rows={8} height={72} />
        </Card>
      )}
    </>
  );
}
