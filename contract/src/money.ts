// How many decimals money has: an amount its currency's own, a price of a kWh at least these and up to five. For whatever shows either.

const known = new Map<string, number>();

/** Two for EUR and what is no currency, none for JPY. */
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

/** As ISO 4217 writes one. */
export const isCurrency = (currency: string): boolean => /^[A-Z]{3}$/.test(currency);

/** What fields of prices take: tariffs are told in hundredths of a cent, some in thousandths. */
export const PRICE_DIGITS = 5;

type Decimals = Pick<Intl.NumberFormatOptions, 'minimumFractionDigits' | 'maximumFractionDigits'>;

/** Of an amount, for tables whose head names the currency. */
export const amountDecimals = (currency: string): Decimals => ({
  minimumFractionDigits: currencyDigits(currency),
  maximumFractionDigits: currencyDigits(currency),
});

/** Of a price of a kWh: 0.2 is "0.20", 0.0786 stays what it is. */
export const priceDecimals = (currency: string): Decimals => ({
  minimumFractionDigits: currencyDigits(currency),
  maximumFractionDigits: PRICE_DIGITS,
});
