// The demonstration fleet as a table: countries, companies and the thirty-four plants that post frames (the others are in gatewayTable.ts). All people and companies are fictitious.
import type { FleetCompany } from './fleetSite.ts';
import type { DescribedRow } from './machines.ts';
import type { BdmModel } from './models.ts';
import type { Shade } from './plant.ts';

export type CountryFacts = {
  currency: string;
  electricityPrice: number;
  feedInPrice: number;
  voltageV: number;
  frequencyHz: number;
  fahrenheit?: true;
};

const euro = { currency: 'EUR', voltageV: 230, frequencyHz: 50 };

export const countries: Record<string, CountryFacts> = {
  DE: { ...euro, electricityPrice: 0.34, feedInPrice: 0.079 },
  AT: { ...euro, electricityPrice: 0.29, feedInPrice: 0.065 },
  FR: { ...euro, electricityPrice: 0.24, feedInPrice: 0.04 },
  ES: { ...euro, electricityPrice: 0.21, feedInPrice: 0.06 },
  PT: { ...euro, electricityPrice: 0.23, feedInPrice: 0.045 },
  IT: { ...euro, electricityPrice: 0.31, feedInPrice: 0.09 },
  NL: { ...euro, electricityPrice: 0.27, feedInPrice: 0.05 },
  CH: { currency: 'CHF', electricityPrice: 0.28, feedInPrice: 0.1, voltageV: 230, frequencyHz: 50 },
  PL: { currency: 'PLN', electricityPrice: 1.12, feedInPrice: 0.32, voltageV: 230, frequencyHz: 50 },
  GB: { currency: 'GBP', electricityPrice: 0.26, feedInPrice: 0.15, voltageV: 240, frequencyHz: 50 },
  SE: { currency: 'SEK', electricityPrice: 1.85, feedInPrice: 0.55, voltageV: 230, frequencyHz: 50 },
  US: { currency: 'USD', electricityPrice: 0.19, feedInPrice: 0.06, voltageV: 120, frequencyHz: 60, fahrenheit: true },
  CA: { currency: 'CAD', electricityPrice: 0.15, feedInPrice: 0.09, voltageV: 120, frequencyHz: 60 },
  MX: { currency: 'MXN', electricityPrice: 2.9, feedInPrice: 1.1, voltageV: 127, frequencyHz: 60 },
  BR: { currency: 'BRL', electricityPrice: 0.92, feedInPrice: 0.6, voltageV: 220, frequencyHz: 60 },
  CL: { currency: 'CLP', electricityPrice: 165, feedInPrice: 75, voltageV: 220, frequencyHz: 50 },
  AR: { currency: 'ARS', electricityPrice: 118, feedInPrice: 60, voltageV: 220, frequencyHz: 50 },
  ZA: { currency: 'ZAR', electricityPrice: 3.3, feedInPrice: 1.1, voltageV: 230, frequencyHz: 50 },
  KE: { currency: 'KES', electricityPrice: 31, feedInPrice: 12, voltageV: 240, frequencyHz: 50 },
  MA: { currency: 'MAD', electricityPrice: 1.4, feedInPrice: 0.4, voltageV: 220, frequencyHz: 50 },
  IN: { currency: 'INR', electricityPrice: 8.4, feedInPrice: 3.2, voltageV: 230, frequencyHz: 50 },
  NP: { currency: 'NPR', electricityPrice: 11.5, feedInPrice: 5, voltageV: 230, frequencyHz: 50 },
  CN: { currency: 'CNY', electricityPrice: 0.56, feedInPrice: 0.41, voltageV: 220, frequencyHz: 50 },
  JP: { currency: 'JPY', electricityPrice: 36, feedInPrice: 15, voltageV: 202, frequencyHz: 50 },
  AU: { currency: 'AUD', electricityPrice: 0.34, feedInPrice: 0.05, voltageV: 230, frequencyHz: 50 },
  NZ: { currency: 'NZD', electricityPrice: 0.33, feedInPrice: 0.12, voltageV: 230, frequencyHz: 50 },
  KI: { currency: 'AUD', electricityPrice: 0.55, feedInPrice: 0.2, voltageV: 240, frequencyHz: 50 },
};

/** `key, parent, kind, name, country, manager's name`; addresses are derived from the key. */
const companyRows: [string, string | null, FleetCompany['kind'], string, string, string][] = [
  ['auriga', null, 'manager', 'Auriga Energy Group', 'DE', 'Miriam Falkner'],
  ['nordlicht', 'auriga', 'distributor', 'Nordlicht Distribution', 'DE', 'Henrik Vossberg'],
  ['meridian', 'auriga', 'distributor', 'Meridian Solar Supply', 'US', 'Denise Calloway'],
  ['rheintal', 'nordlicht', 'dealer', 'Rheintal Solarhandel', 'DE', 'Annika Brandstetter'],
  ['midi', 'nordlicht', 'dealer', 'Comptoir du Midi', 'FR', 'Lucien Garrabet'],
  ['pacifica', 'meridian', 'dealer', 'Pacifica Dealers', 'US', 'Ramon Ellsworth'],
  ['dachwerk', 'rheintal', 'installer', 'Dachwerk Elektro', 'DE', 'Jonas Tiedemann'],
  ['sonnblick', 'rheintal', 'installer', 'Sonnblick Montage', 'AT', 'Katharina Leitgeb'],
  ['levante', 'midi', 'installer', 'Levante Fotovoltaica', 'ES', 'Alba Ferrandis'],
  ['sahel', 'midi', 'installer', 'Atlas & Rift Solar', 'MA', 'Youssef Benhaddou'],
  ['goldengate', 'pacifica', 'installer', 'Sierra Roof Power', 'US', 'Tanya Okafor'],
  ['southerncross', 'pacifica', 'installer', 'Southern Cross Rooftops', 'AU', 'Liam Paterson'],
];

export const companyTable: readonly FleetCompany[] = companyRows.map(
  ([key, parentKey, kind, name, countryCode, managerName]) => ({
    key,
    parentKey,
    kind,
    name,
    countryCode,
    manager: { name: managerName, email: `${address(managerName)}@${key}.example.com` },
  }),
);

/** Local part of an e-mail address: lower-case ASCII letters and dots. */
export function address(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replace(/ +/g, '.');
}

/** A roof face with equal microinverters. With fewer modules than sockets, the last sockets of the last device are empty. */
export type RoofFace = {
  model: BdmModel;
  devices: number;
  modules: number;
  moduleW: number;
  tiltDeg: number;
  azimuthDeg: number;
  shades?: readonly Shade[];
};

export type SiteRow = {
  key: string;
  name: string;
  at: [country: string, state: string, city: string, street: string, zip: string];
  place: [latitude: number, longitude: number, altitudeM: number, cloudiness: number];
  timeZone: string;
  owner: string;
  company: string;
  /** Days before the demonstration began; null for a plant without its first device. */
  commissionedDaysAgo: number | null;
  roof: readonly RoofFace[];
  /** Plants with gateways only. */
  gatewayPlant?: DescribedRow;
};

function face(
  model: BdmModel,
  devices: number,
  modules: number,
  moduleW: number,
  tiltDeg: number,
  azimuthDeg: number,
  shades: readonly Shade[] = [],
): RoofFace {
  return { model, devices, modules, moduleW, tiltDeg, azimuthDeg, shades };
}

const neighbour: Shade = { fromHour: 15.5, toHour: 20, share: 0.55 };
const chimney: Shade = { fromHour: 9.2, toHour: 10.8, share: 0.4 };
const hill: Shade = { fromHour: 4, toHour: 7.6, share: 0.8 };

function row(
  key: string,
  name: string,
  at: SiteRow['at'],
  place: SiteRow['place'],
  timeZone: string,
  owner: string,
  company: string,
  commissionedDaysAgo: number | null,
  roof: readonly RoofFace[],
): SiteRow {
  return { key, name, at, place, timeZone, owner, company, commissionedDaysAgo, roof };
}

export const siteTable: readonly SiteRow[] = [
  row(
    'seeblick',
    'Seeblick 12',
    ['DE', 'Baden-Württemberg', 'Konstanz', 'Seeblick 12', '78464'],
    [47.66, 9.18, 405, 0.52],
    'Europe/Berlin',
    'Clara Wendelin',
    'dachwerk',
    1240,
    [face('BDM-2250', 4, 16, 420, 32, 165), face('BDM-2250', 2, 8, 420, 32, 255, [chimney])],
  ),
  row(
    'balkon',
    'Balkon Sonnenallee',
    ['DE', 'Berlin', 'Berlin', 'Sonnenallee 214', '12057'],
    [52.476, 13.441, 40, 0.55],
    'Europe/Berlin',
    'Emre Yildizhan',
    'dachwerk',
    210,
    [face('BDM-800', 1, 2, 410, 70, 200)],
  ),
  row(
    'lindenbrunn',
    'Hof Lindenbrunn',
    ['DE', 'Niedersachsen', 'Oldenburg', 'Lindenbrunner Weg 3', '26127'],
    [53.17, 8.2, 8, 0.58],
    'Europe/Berlin',
    'Gesa Lindenbrunn',
    'dachwerk',
    880,
    [face('BDM-2250', 13, 52, 430, 22, 95), face('BDM-2250', 12, 48, 430, 22, 275)],
  ),
  row(
    'anger',
    'Haus am Anger',
    ['DE', 'Bayern', 'München', 'Am Anger 7', '81241'],
    [48.15, 11.46, 530, 0.54],
    'Europe/Berlin',
    'Vinzenz Obermair',
    'sonnblick',
    655,
    [face('BDM-800', 12, 24, 415, 30, 180)],
  ),
  row(
    'kita',
    'Kita Regenbogen',
    ['DE', 'Hamburg', 'Hamburg', 'Wiesenkamp 22', '22359'],
    [53.65, 10.13, 30, 0.58],
    'Europe/Berlin',
    'Clara Wendelin',
    'dachwerk',
    null,
    [],
  ),
  row(
    'murgasse',
    'Murgasse',
    ['AT', 'Steiermark', 'Graz', 'Murgasse 19', '8020'],
    [47.07, 15.43, 350, 0.48],
    'Europe/Vienna',
    'Leopold Hutterer',
    'sonnblick',
    430,
    [face('BDM-800', 10, 20, 405, 35, 190)],
  ),
  row(
    'pilatus',
    'Pilatusblick',
    ['CH', 'Luzern', 'Luzern', 'Pilatusstrasse 61', '6003'],
    [47.05, 8.3, 440, 0.53],
    'Europe/Zurich',
    'Regula Zgraggen',
    'sonnblick',
    1510,
    [face('BDM-2250', 9, 36, 400, 18, 170)],
  ),
  row(
    'minimes',
    'Les Minimes',
    ['FR', 'Occitanie', 'Toulouse', 'Rue des Minimes 48', '31200'],
    [43.62, 1.44, 145, 0.42],
    'Europe/Paris',
    'Solange Tournefeuille',
    'levante',
    390,
    [face('BDM-800', 14, 28, 410, 25, 175)],
  ),
  row(
    'acequia',
    'Casa de la Acequia',
    ['ES', 'Valencia', 'Valencia', 'Camí de la Séquia 5', '46022'],
    [39.47, -0.35, 15, 0.3],
    'Europe/Madrid',
    'Vicent Alborch',
    'levante',
    720,
    [face('BDM-800', 10, 20, 440, 15, 150), face('BDM-800', 10, 20, 440, 15, 240)],
  ),
  row(
    'sobreiro',
    'Monte do Sobreiro',
    ['PT', 'Évora', 'Évora', 'Estrada do Sobreiro 2', '7000-173'],
    [38.57, -7.91, 300, 0.28],
    'Europe/Lisbon',
    'Inês Falcão',
    'levante',
    505,
    [face('BDM-2250', 8, 32, 425, 20, 185)],
  ),
  row(
    'portici',
    'Cascina dei Portici',
    ['IT', 'Emilia-Romagna', 'Bologna', 'Via dei Portici 31', '40135'],
    [44.48, 11.33, 60, 0.42],
    'Europe/Rome',
    'Tommaso Guidotti',
    'levante',
    980,
    [face('BDM-400', 16, 16, 440, 20, 200)],
  ),
  row(
    'singel',
    'Singelhof',
    ['NL', 'Utrecht', 'Utrecht', 'Singelstraat 88', '3581'],
    [52.09, 5.13, 5, 0.58],
    'Europe/Amsterdam',
    'Marijke Stoffelen',
    'dachwerk',
    340,
    [face('BDM-400', 14, 14, 400, 40, 195, [neighbour]), face('BDM-400', 1, 1, 400, 40, 195, [neighbour])],
  ),
  row(
    'kazimierz',
    'Kamienica Kazimierz',
    ['PL', 'Małopolskie', 'Kraków', 'ulica Miodowa 26', '31-055'],
    [50.05, 19.94, 220, 0.54],
    'Europe/Warsaw',
    'Zofia Wrzesińska',
    'sonnblick',
    610,
    [face('BDM-400', 12, 12, 390, 30, 160)],
  ),
  row(
    'harbourside',
    'Harbourside Terrace',
    ['GB', 'England', 'Bristol', 'Cumberland Close 9', 'BS1 6XG'],
    [51.45, -2.61, 15, 0.6],
    'Europe/London',
    'Gareth Penrose',
    'dachwerk',
    270,
    [face('BDM-400', 10, 10, 405, 35, 205, [chimney])],
  ),
  row(
    'fyris',
    'Fyrisgården',
    ['SE', 'Uppsala län', 'Uppsala', 'Fyrisgatan 14', '752 29'],
    [59.86, 17.64, 15, 0.55],
    'Europe/Stockholm',
    'Elin Söderhamn',
    'dachwerk',
    820,
    [face('BDM-800', 8, 16, 410, 40, 175)],
  ),
  row(
    'midtown',
    'Elmhurst Circle',
    ['US', 'California', 'Sacramento', 'Elmhurst Circle 1440', '95819'],
    [38.56, -121.45, 10, 0.24],
    'America/Los_Angeles',
    'Priscilla Donahue',
    'goldengate',
    460,
    [face('BDM-1200-LV', 18, 54, 385, 22, 180)],
  ),
  row(
    'saguaro',
    'Saguaro Community Hall',
    ['US', 'Arizona', 'Tucson', 'East Saguaro Road 77', '85711'],
    [32.22, -110.88, 760, 0.14],
    'America/Phoenix',
    'Hector Villanueva',
    'goldengate',
    1100,
    [face('BDM-1200-LV', 24, 72, 480, 12, 200)],
  ),
  row(
    'foothills',
    'Foothills Ranch',
    ['US', 'Colorado', 'Fort Collins', 'Overland Trail 3305', '80526'],
    [40.56, -105.13, 1550, 0.32],
    'America/Denver',
    'Wade Lindqvist',
    'goldengate',
    365,
    [face('BDM-800', 15, 30, 470, 27, 170)],
  ),
  row(
    'speed',
    'Speed River Co-op',
    ['CA', 'Ontario', 'Guelph', 'Wellington Street 402', 'N1H 3R5'],
    [43.54, -80.25, 330, 0.5],
    'America/Toronto',
    'Maude Tremblay-Ross',
    'goldengate',
    690,
    [face('BDM-2250', 12, 48, 415, 20, 185)],
  ),
  row(
    'merida',
    'Casa Flamboyán',
    ['MX', 'Yucatán', 'Mérida', 'Calle 47 número 512', '97000'],
    [20.97, -89.62, 10, 0.32],
    'America/Merida',
    'Ximena Canché',
    'goldengate',
    240,
    [face('BDM-1200-LV', 10, 28, 450, 10, 160)],
  ),
  row(
    'graciosa',
    'Edifício Graças',
    ['BR', 'Pernambuco', 'Recife', 'Rua das Graças 230', '52011'],
    [-8.05, -34.9, 10, 0.4],
    'America/Recife',
    'Thiago Nogueira',
    'goldengate',
    550,
    [face('BDM-800', 16, 32, 430, 10, 15)],
  ),
  row(
    'cerro',
    'Cerro Alegre',
    ['CL', 'Valparaíso', 'Valparaíso', 'Pasaje Gálvez 44', '2340000'],
    [-33.04, -71.63, 60, 0.3],
    'America/Santiago',
    'Antonia Larraguibel',
    'southerncross',
    180,
    [face('BDM-400', 9, 9, 400, 20, 350)],
  ),
  row(
    'sierras',
    'Quinta de las Sierras',
    ['AR', 'Córdoba', 'Córdoba', 'Camino de las Sierras 1210', '5147'],
    [-31.36, -64.25, 470, 0.34],
    'America/Argentina/Cordoba',
    'Facundo Bracamonte',
    'goldengate',
    310,
    [face('BDM-800', 12, 24, 425, 28, 5)],
  ),
  row(
    'simonsberg',
    'Simonsberg Cellars',
    ['ZA', 'Western Cape', 'Stellenbosch', 'Simonsberg Road 18', '7600'],
    [-33.9, 18.86, 140, 0.26],
    'Africa/Johannesburg',
    'Annelize Joubert',
    'sahel',
    930,
    [face('BDM-2250', 14, 56, 430, 15, 340)],
  ),
  row(
    'nakuru',
    'Lakeview Clinic',
    ['KE', 'Nakuru County', 'Nakuru', 'Lake Road 6', '20100'],
    [-0.29, 36.07, 1850, 0.4],
    'Africa/Nairobi',
    'Wanjiru Kamau',
    'sahel',
    150,
    [face('BDM-800', 3, 6, 410, 8, 0)],
  ),
  row(
    'palmeraie',
    'Riad Palmeraie',
    ['MA', 'Marrakech-Safi', 'Marrakech', 'Route de la Palmeraie 11', '40000'],
    [31.66, -7.97, 470, 0.2],
    'Africa/Casablanca',
    'Salma Idrissi',
    'sahel',
    420,
    [face('BDM-800', 10, 20, 480, 18, 180)],
  ),
  row(
    'vidya',
    'Vidya Public School',
    ['IN', 'Maharashtra', 'Pune', 'Karve Road 132', '411004'],
    [18.51, 73.84, 560, 0.36],
    'Asia/Kolkata',
    'Meera Deshpande',
    'southerncross',
    770,
    [face('BDM-2250', 22, 88, 410, 16, 180)],
  ),
  row(
    'lakeside',
    'Lakeside Guest House',
    ['NP', 'Gandaki', 'Pokhara', 'Baidam Marg 17', '33700'],
    [28.21, 83.96, 820, 0.4],
    'Asia/Kathmandu',
    'Bishnu Gurung',
    'southerncross',
    290,
    [face('BDM-400', 4, 4, 395, 25, 170, [hill])],
  ),
  row(
    'xixi',
    '西溪茶庄',
    ['CN', '浙江', '杭州', '西溪路 518 号', '310013'],
    [30.26, 120.1, 15, 0.52],
    'Asia/Shanghai',
    'Lin Wenjing',
    'southerncross',
    485,
    [face('BDM-800', 20, 40, 420, 20, 175)],
  ),
  row(
    'shinano',
    '信濃の家',
    ['JP', '長野県', '長野市', '鶴賀町 1203', '380-0834'],
    [36.65, 138.19, 370, 0.46],
    'Asia/Tokyo',
    'Haruka Shimizu',
    'southerncross',
    340,
    [face('BDM-800', 10, 20, 400, 30, 190)],
  ),
  row(
    'manly',
    'Manly Beach House',
    ['AU', 'New South Wales', 'Sydney', 'Pittwater Road 261', '2095'],
    [-33.79, 151.28, 15, 0.34],
    'Australia/Sydney',
    'Georgia McAllister',
    'southerncross',
    845,
    [face('BDM-800', 16, 32, 475, 23, 355)],
  ),
  row(
    'unley',
    'Unley Bakery',
    ['AU', 'South Australia', 'Adelaide', 'Duthy Street 90', '5061'],
    [-34.95, 138.61, 60, 0.28],
    'Australia/Adelaide',
    'Costa Papadakis',
    'southerncross',
    205,
    [face('BDM-2250', 7, 26, 425, 15, 30)],
  ),
  row(
    'tahuna',
    'Tahuna Bach',
    ['NZ', 'Nelson', 'Nelson', 'Beach Road 34', '7011'],
    [-41.28, 173.25, 10, 0.4],
    'Pacific/Auckland',
    'Aroha Ngata',
    'southerncross',
    575,
    [face('BDM-400', 12, 12, 405, 30, 345)],
  ),
  row(
    'banana',
    'Banana Village Hall',
    ['KI', 'Line Islands', 'Kiritimati', 'Airport Road 1', 'KI0201'],
    [1.98, -157.37, 3, 0.3],
    'Pacific/Kiritimati',
    'Tebuai Ioane',
    'southerncross',
    120,
    [face('BDM-800', 2, 4, 400, 8, 180)],
  ),
];
