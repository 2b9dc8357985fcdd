// What a problem costs, in words for mails and notifications; an unknown cost is left out.
import type { LossBasis } from '@heliograph/contract/entities/problem.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { amountText, fixedText } from '../platform/texts/localText.ts';
import { messageText } from '../platform/texts/translate.ts';

export interface ProblemCost {
  /** Wh; null or omitted: unknown, or nothing to lose. */
  weekWh?: number | null | undefined;
  lostWh?: number | null | undefined;
  /** Null or omitted: unknown, or not for this reader. */
  weekMoney?: number | null | undefined;
  lostMoney?: number | null | undefined;
  currency: string;
  basis: LossBasis | null;
}

const BASIS_TEXTS = {
  neighbours: 'mails.basisNeighbours',
  modules: 'mails.basisModules',
  ownCurve: 'mails.basisOwnCurve',
} as const;

/** Losses of less are within the accuracy of the comparison. */
const MIN_LOST_WH = 50;

/** Returns the total and how it was estimated, or else the loss a week. */
export function costText(cost: ProblemCost, language: LanguageCode): string[] {
  const { weekWh, weekMoney, lostWh, lostMoney, currency, basis } = cost;
  const basisText = basis ? [messageText(language, BASIS_TEXTS[basis])] : [];
  const figure = (wh: number, amount: number | null | undefined): string => {
    const kWh = `${fixedText(wh / 1000, 1, language)} kWh`;
    return typeof amount === 'number' ? `${kWh} (${amountText(amount, currency, language)})` : kWh;
  };
  if (typeof lostWh === 'number') {
    if (lostWh < MIN_LOST_WH) return [messageText(language, 'mails.lostNothing'), ...basisText];
    return [messageText(language, 'mails.lostTotal', { loss: figure(lostWh, lostMoney) }), ...basisText];
  }
  if (typeof weekWh !== 'number' || weekWh < MIN_LOST_WH) return [];
  return [messageText(language, 'mails.lostWeekly', { loss: figure(weekWh, weekMoney) }), ...basisText];
}
