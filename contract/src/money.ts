// Decimals of money: an amount has those of its currency, a price of a kWh at least these and up to five.

const known = new Map<string, number>();

/** Two for EUR and unknown currencies, none for JPY. */
export function currencyDigits(currency: string): number {
  let digits = known.get(currency);
  if (digits === undefined) {
    digits = isCurrency(currency)
      ? (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
      : 2;
    known.set(currency, digits);
  }
  return digits;
}

/** Format of an ISO 4217 code. */
export const isCurrency = (currency: string): boolean => /^[A-Z]{3}$/.test(currency);

/** Decimals of price fields: tariffs have hundredths of a cent, some thousandths. */
export const PRICE_DIGITS = 5;

type Decimals = Pick<Intl.NumberFormatOptions, 'minimumFractionDigits' | 'maximumFractionDigits'>;

/** Formats an amount without its currency, for tables with the currency in their head. */
export const amountDecimals = (currency: string): Decimals => ({
  minimumFractionDigits: currencyDigits(currency),
  maximumFractionDigits: currencyDigits(currency),
});

/** Formats a price of a kWh: 0.2 as "0.20", 0.0786 unchanged. */
export const priceDecimals = (currency: string): Decimals => ({
  minimumFractionDigits: currencyDigits(currency),
  maximumFractionDigits: PRICE_DIGITS,
});
