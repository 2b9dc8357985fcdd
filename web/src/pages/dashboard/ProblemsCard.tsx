// What is wrong today: number and weekly loss of the open problems, and the worst plants.
import type { Response } from '@heliograph/contract/calls.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { isNoticeable, lossTexts } from '../../components/alerts/lossText.ts';
import { SeverityIcon } from '../../components/alerts/SeverityIcon.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { InfoTip } from '../../components/InfoTip.tsx';
import { DASH, energyOfKwh, full, money, wireNumber } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { FigureSkeleton, RowSkeletons } from '../../ui/Skeleton.tsx';
import classes from './problems.module.css';

type Summary = Response<'problem/summary'>;

const REFETCH_MS = 60_000;

export function ProblemsCard() {
  const { t } = useTranslation();
  const summary = useCall('problem/summary', {}, { refetchIntervalMs: REFETCH_MS });
  const { data } = summary;
  if (!data)
    return (
      <Card className={classes.card}>
        {summary.error ? (
          <ErrorState error={summary.error} onRetry={() => void summary.refetch()} compact />
        ) : (
          <>
            <div className={classes.figures}>
              <FigureSkeleton size="lg" />
              <FigureSkeleton size="lg" />
              <FigureSkeleton size="lg" />
            </div>
            <RowSkeletons rows={3} height={56} />
          </>
        )}
      </Card>
    );
  if (data.faults + data.warnings === 0) return <NoProblems summary={data} />;
  return (
    <Card className={classes.card}>
      <Figures summary={data} />
      <div className={classes.worst}>
        <h2 className={classes.title}>{t('dashboard.worst')}</h2>
        <AllAlerts />
      </div>
      <ul className={classes.plants} aria-label={t('dashboard.worst')}>
        {data.worst.map((plant) => (
          <Plant key={plant.sid} plant={plant} />
        ))}
      </ul>
    </Card>
  );
}

function Figures({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const { faults, warnings, acknowledged, plants, weekKwh, weekMoney, currency, unknown } = summary;
  const amount = wireNumber(weekMoney);
  const tip = <InfoTip about={t('dashboard.energyLost')}>{t('dashboard.lostWeekText')}</InfoTip>;
  return (
    <div className={classes.figures}>
      <div>
        <Figure
          label={t('dashboard.problems')}
          figure={{
            text: full(faults + warnings, 0),
            unit: t('dashboard.inPlants', { count: plants, n: full(plants, 0) }),
          }}
          size="lg"
        />
        <div className={classes.counts}>
          {faults > 0 && (
            <Count level="fault" search={{ level: 'fault' }}>
              {t('dashboard.faults', { count: faults, n: full(faults, 0) })}
            </Count>
          )}
          {warnings > 0 && (
            <Count level="warning" search={{ level: 'warning' }}>
              {t('dashboard.warnings', { count: warnings, n: full(warnings, 0) })}
            </Count>
          )}
          {acknowledged > 0 && (
            <Count search={{ state: 'acknowledged' }}>
              {t('dashboard.acknowledged', { count: acknowledged, n: full(acknowledged, 0) })}
            </Count>
          )}
        </div>
      </div>
      <Figure
        label={t('dashboard.energyLost')}
        mark={tip}
        figure={weekKwh === null ? { text: DASH, unit: '' } : energyOfKwh(weekKwh)}
        size="lg"
        note={unknown > 0 ? t('dashboard.unknownLoss', { count: unknown, n: full(unknown, 0) }) : undefined}
      />
      {showsMoney && amount !== null && (
        <Figure label={t('dashboard.moneyLost')} figure={{ text: money(amount, currency), unit: '' }} size="lg" />
      )}
    </div>
  );
}

interface CountProps {
  level?: 'fault' | 'warning';
  search: Parameters<typeof links.alerts>[0];
  children: string;
}

/** A number of problems, as a link to them for users of the alerts page. */
function Count({ level, search, children }: CountProps) {
  const listsAlerts = usePermission('Alerts');
  const content = (
    <>
      {level && <SeverityIcon level={level} size={16} />}
      {children}
    </>
  );
  return listsAlerts ? <Link {...links.alerts(search)}>{content}</Link> : <span>{content}</span>;
}

function AllAlerts() {
  const { t } = useTranslation();
  return usePermission('Alerts') ? <Link {...links.alerts()}>{t('dashboard.allAlerts')}</Link> : null;
}

/** A plant with its worst problem in words, and what all of its problems lose a week. */
function Plant({ plant }: { plant: Summary['worst'][number] }) {
  const { t } = useTranslation();
  const { sid, siteName, problem, problems, weekKwh, weekMoney, currency } = plant;
  const { level, title, devices, modules } = problem;
  const subject =
    modules > 1
      ? t('alerts.modules', { count: modules })
      : devices > 1
        ? t('alerts.devices', { count: devices })
        : undefined;
  const [energy, value] = isNoticeable(weekKwh) ? lossTexts(weekKwh, weekMoney, currency) : [];
  return (
    <li className={classes.plant}>
      <SeverityIcon level={level} />
      <div className={classes.words}>
        <Link {...links.siteDetail(sid)}>{siteName}</Link>
        <div className={classes.problem}>{subject ? `${subject}: ${title}` : title}</div>
      </div>
      <span className={`${classes.number} num`}>{t('alerts.problems', { count: problems })}</span>
      <span className={`${classes.loss} num`}>
        {energy === undefined ? (
          <span className="muted">{weekKwh === null ? DASH : t('alerts.nothingLost')}</span>
        ) : (
          <>
            <b>{energy}</b> <span className="muted">{t('alerts.aWeek')}</span>
          </>
        )}
      </span>
      <span className={`${classes.value} num`}>{value}</span>
    </li>
  );
}

function NoProblems({ summary: { acknowledged } }: { summary: Summary }) {
  const { t } = useTranslation();
  return (
    <Card className={classes.card}>
      <div className={classes.fine}>
        <IconCircleCheck size={32} stroke={1.75} aria-hidden />
        <div>
          <h2 className={classes.fineTitle}>{t('alerts.noProblems')}</h2>
          <p className="muted">{t('alerts.noProblemsText')}</p>
          {acknowledged > 0 && (
            <Count search={{ state: 'acknowledged' }}>
              {t('dashboard.acknowledgedOnly', { count: acknowledged, n: full(acknowledged, 0) })}
            </Count>
          )}
        </div>
      </div>
    </Card>
  );
}
