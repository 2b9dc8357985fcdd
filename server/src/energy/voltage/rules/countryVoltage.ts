// Nominal voltage between phase and neutral by country (IEC world plugs): 230 V unless listed.
const OTHERS: readonly (readonly [volts: number, countries: string])[] = [
  [100, 'JP'],
  [110, 'TW'],
  [120, 'US CA CO CR CU DO EC GT GU HN HT NI PA PR SV VE VI'],
  [127, 'MX'],
  [220, 'AR BR CL CN PE PH KR PY'],
  [240, 'BN KE KW MY QA'],
];

export function countryVoltage(countryCode: string): number {
  return OTHERS.find(([, countries]) => countries.split(' ').includes(countryCode))?.[0] ?? 230;
}
