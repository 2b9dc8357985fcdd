// The problems of a report's period: those still open and those that ended in it, with their days and what they cost.
import type { Response } from '@heliograph/contract/calls.ts';
import type { ReportProblem } from '@heliograph/contract/entities/plantReport.ts';
import { withCode } from '@heliograph/contract/events.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../components/chart/ChartTable.tsx';
import { InfoTip } from '../../../components/InfoTip.tsx';
import classes from '../../../components/parts.module.css';
import { SEVERITY_ICONS, SEVERITY_TONES } from '../../../components/severity.tsx';
import { amountOf, fixed, full, wireNumber } from '../../../format/numbers.ts';
import { dayText } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';

type Report = Response<'site/report'>;

export function ReportProblems({ report, range }: { report: Report; range: string }) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const { problems, currency } = report;
  if (problems === null) return null;
  const title = t('report.problems');
  if (problems.length === 0)
    return (
      <Card title={title} note={range}>
        <p className="muted">{t('report.noProblems')}</p>
      </Card>
    );
  return (
    <Card flush title={title} note={range} side={<InfoTip about={t('report.lost')}>{t('report.lostText')}</InfoTip>}>
      <ChartTable
        hasCards
        caption={`${title} ${range}`}
        columns={[
          { label: t('report.problem'), isText: true },
          { label: t('report.device'), isText: true },
          { label: t('report.first'), isText: true },
          { label: t('report.last'), isText: true },
          { label: t('report.days') },
          { label: t('report.often') },
          { label: t('report.lost'), unit: 'kWh' },
          ...(showsMoney ? [{ label: t('report.lostMoney'), unit: currency }] : []),
        ]}
        rows={problems.map((problem) => ({
          key: `${problem.sn} ${problem.code} ${problem.startMs} ${problem.title}`,
          head: <Title problem={problem} />,
          cells: [
            problem.title,
            subjectOf(problem, t),
            dayText(problem.from),
            problem.until === null ? t('report.stillOpen') : dayText(problem.until),
            full(problem.days),
            full(problem.times),
            fixed(problem.lostKwh, 2),
            ...(showsMoney ? [amountOf(wireNumber(problem.lostMoney), currency)] : []),
          ],
        }))}
      />
    </Card>
  );
}

function Title({ problem: { level, code, title } }: { problem: ReportProblem }) {
  const { t } = useTranslation();
  const Icon = SEVERITY_ICONS[level];
  return (
    <div className={classes.problem}>
      <StatusDot
        tone={SEVERITY_TONES[level]}
        icon={<Icon size={16} stroke={1.75} role="img" aria-label={t(`problem.level.${level}`)} />}
      >
        <span className={classes.problemTitle}>{withCode(title, code)}</span>
      </StatusDot>
    </div>
  );
}

/** Returns a device by its name, "4 devices", "2 modules", or the plant. */
function subjectOf({ sn, alias, devices, modules }: ReportProblem, t: TFunction): string {
  if (modules > 1) return t('report.ofModules', { count: modules });
  if (devices > 1) return t('report.atDevices', { count: devices });
  return alias || sn || t('report.wholePlant');
}
