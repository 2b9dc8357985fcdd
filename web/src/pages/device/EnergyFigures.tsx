// Table of a device's energies, one row per flow: today, this month and year, and lifetime, each with its source and completeness.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { FLOW_INKS } from '../../components/chart/flowInks.ts';
import { inkVar } from '../../components/chart/ink.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { InfoTip } from '../../components/InfoTip.tsx';
import { REFETCH_MS } from '../../components/plant/useToday.ts';
import { lackText, provenanceText } from '../../components/provenanceText.ts';
import { DASH, energyOfKwh, fixed, inline, wireNumber } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import classes from './figures.module.css';
import type { Device } from './kinds.ts';

const PERIODS = ['today', 'month', 'year', 'total'] as const;
type Period = (typeof PERIODS)[number];
type Flow = Response<'device/statistics/overview/electricity'>['flows'][number]['flow'];

interface Row {
  flow: Flow;
  name: string;
  of: Record<Period, Provenance & { energy: number | null }>;
  /** Part of the total, in kWh, that replaced predecessors of the device had counted. */
  carriedOver: number;
}

const TITLES = {
  today: 'plant.today',
  month: 'plant.month',
  year: 'plant.year',
  total: 'plant.lifetime',
} as const satisfies Record<Period, string>;

/** Kinds whose power is production. */
const PRODUCERS: readonly Device['kind'][] = ['microinverter', 'inverter', 'hybrid'];

export function EnergyFigures({ device: { sid, sn, kind } }: { device: Device }) {
  const { t } = useTranslation();
  const options = { refetchIntervalMs: REFETCH_MS };
  const isProducer = PRODUCERS.includes(kind);
  const electricity = useCall('device/statistics/overview/electricity', { sid, sn }, options);
  const produced = useCall('device/statistics/overview', { sid, sn }, { ...options, enabled: isProducer });
  const error = electricity.error ?? produced.error;
  if (!electricity.data || (isProducer && !produced.data)) {
    return (
      <Card title={t('device.energies')}>
        {error ? (
          <ErrorState
            error={error}
            onRetry={() => void Promise.all([electricity.refetch(), produced.refetch()])}
            compact
          />
        ) : (
          <RowSkeletons rows={isProducer ? 1 : 2} height={56} />
        )}
      </Card>
    );
  }
  const production: Row[] = produced.data
    ? [
        {
          flow: 'production',
          name: t('chart.line.production'),
          of: producedOf(produced.data),
          carriedOver: produced.data.carriedOver,
        },
      ]
    : [];
  const rows: Row[] = [
    ...production,
    ...electricity.data.flows.map(({ flow, name, carriedOver, ...of }) => ({ flow, name, of, carriedOver })),
  ];
  return (
    <Card flush title={t('device.energies')}>
      {rows.length === 0 ? (
        <p className={classes.nothing}>{t('device.energiesNone')}</p>
      ) : (
        <table className={`${classes.figures} num`}>
          <thead className={classes.heads}>
            <tr>
              <th scope="col" className={classes.head}>
                {t('device.flow')}
              </th>
              {PERIODS.map((period) => (
                <th key={period} scope="col" className={classes.head}>
                  {t(TITLES[period])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classes.rows}>
            {rows.map(({ flow, name, of, carriedOver }) => (
              <tr key={flow} className={classes.row}>
                <th scope="row" className={classes.name}>
                  <i style={{ background: inkVar(FLOW_INKS[flow]) }} aria-hidden /> {name}
                </th>
                {PERIODS.map((period) => (
                  <td key={period} className={classes.amount} data-label={t(TITLES[period])}>
                    <Amount
                      about={`${name}, ${t(TITLES[period])}`}
                      carriedOver={period === 'total' ? carriedOver : 0}
                      {...of[period]}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Amount({
  about,
  energy,
  carriedOver,
  ...provenance
}: { about: string; energy: number | null; carriedOver: number } & Provenance) {
  const { t } = useTranslation();
  // One unit for the whole table, with the decimals of all energy tables.
  const text = fixed(energy, 2);
  const lack = lackText(provenance, t);
  const notes = [
    ...(provenance.source === 'none' ? [] : [provenanceText(provenance, t)]),
    ...(carriedOver > 0 ? [t('device.carriedOverOfIt', { energy: inline(energyOfKwh(carriedOver)) })] : []),
  ];
  return (
    <>
      <b>{text}</b> <span className="muted">{text === DASH ? '' : 'kWh'}</span>{' '}
      {notes.length > 0 && <InfoTip about={about}>{notes.join('; ')}</InfoTip>}
      {lack && <div className={classes.lack}>{lack}</div>}
    </>
  );
}

function producedOf({ production, provenance }: Response<'device/statistics/overview'>): Row['of'] {
  const figureOf = (period: Period) => ({ energy: wireNumber(production[period]), ...provenance[period] });
  return { today: figureOf('today'), month: figureOf('month'), year: figureOf('year'), total: figureOf('total') };
}
