// The balance of a period: sources and uses of energy, savings and earnings.
import type { Response } from '@heliograph/contract/calls.ts';
import { isNegativeBeyondError } from '@heliograph/contract/flows.ts';
import { useTranslation } from 'react-i18next';
import { figureOfFlow } from '../../../components/plant/Doubtful.tsx';
import { type Fact, FactList } from '../../../components/plant/FactList.tsx';
import detail from '../../../components/plant/plant.module.css';
import { inline, reportEnergy } from '../../../format/numbers.ts';
import { Card } from '../../../ui/Card.tsx';
import { hasLoadParts, isLoadPart, LOAD_PARTS } from '../energy/sides.ts';
import { useBalanceFacts } from './useBalanceFacts.ts';

type Props = Pick<Response<'site/report'>, 'balance' | 'money' | 'negativePrices' | 'currency'> & {
  /** Full width, with its lines in columns. */
  isWide?: boolean;
};

const FLOWS = ['home', ...LOAD_PARTS, 'fromGrid', 'toGrid', 'charge', 'discharge', 'generator', 'ownUse'] as const;
/** Flows that a plant may lack; no line is shown without them. */
const OPTIONAL: ReadonlySet<string> = new Set(['charge', 'discharge', 'generator']);

export function BalanceCard(props: Props) {
  const { balance } = props;
  const { t } = useTranslation();
  const balanceFacts = useBalanceFacts(props);
  const flows = FLOWS.flatMap((flow): Fact[] => {
    const energy = balance?.[flow].energy ?? null;
    if (!balance || (energy === null && OPTIONAL.has(flow)) || (isLoadPart(flow) && !hasLoadParts(balance))) return [];
    const text = energy === null ? t('report.missing') : inline(reportEnergy(energy));
    return [[t(`report.${flow}`), text, figureOfFlow(flow)]];
  });
  return (
    <Card title={t('report.balance')}>
      {!balance && <p className="muted">{t('report.noBalance')}</p>}
      <FactList facts={[...flows, ...balanceFacts]} isInColumns={props.isWide} />
      {balance && isNegativeBeyondError(balance.home) && <p className={detail.hint}>{t('report.belowNothing')}</p>}
    </Card>
  );
}
