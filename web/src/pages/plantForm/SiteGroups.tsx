// The groups of fields in the plant form, each with a heading and an explanation.

import { currencyDigits, PRICE_DIGITS } from '@heliograph/contract/money.ts';
import { peakUnit } from '@heliograph/contract/peakUnit.ts';
import { Button } from '@mantine/core';
import { IconCurrentLocation, IconMap2 } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useIsLost } from '../../api/connection.ts';
import { lazyPart, preload } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { fieldsOf } from '../../components/form/fields.tsx';
import type { Point } from '../../components/map/worldMap.ts';
import { locale } from '../../i18n/language.ts';
import { addTexts } from '../../i18n/start.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddressSearch } from './AddressSearch.tsx';
import { CoordinateField } from './CoordinateField.tsx';
import classes from './edit.module.css';
import { GROUP_NAMES, type Group, type SiteField, type SiteForm } from './siteForm.ts';
import { canLocate, type PlaceHints, usePlace } from './usePlace.ts';

const { AmountField, ChoiceField, DayField, RemarkField, TagsField, TextField } = fieldsOf<SiteForm>();
const LISTS = { staleMs: 3_600_000 };

const loadMap = async () => {
  const [file] = await Promise.all([import('./PlaceMap.tsx'), addTexts(['map'])]);
  return file;
};
const PlaceMap = lazyPart(loadMap);

/** Source addresses of a plant's devices. `newer` ones are only mentioned, not suggested, as they may belong to somebody else. */
interface Sources {
  usual: readonly string[];
  newer: readonly string[];
}
const NO_SOURCES: Sources = { usual: [], newer: [] };

/** Shows all groups or only one, without fields hidden from the user. `sources`: addresses that the plant's devices report from. */
export function SiteGroups({
  only,
  hidden = [],
  sources = NO_SOURCES,
}: {
  only?: Group;
  hidden?: readonly SiteField[];
  sources?: Sources;
}) {
  const { t } = useTranslation();
  const place = usePlace(useFormContext<SiteForm>(), hidden);
  return (
    <>
      {GROUP_NAMES.filter((name) => !only || name === only).map((name) => {
        const Fields = FIELDS[name];
        return (
          <section key={name} className={classes.group} aria-labelledby={`group-${name}`}>
            <div className={classes.about}>
              <h2 id={`group-${name}`}>{t(`edit.group.${name}`)}</h2>
              <p>{t(`edit.groupText.${name}`)}</p>
            </div>
            <div className={classes.fields}>
              <Fields place={place} hidden={hidden} sources={sources} />
            </div>
          </section>
        );
      })}
    </>
  );
}

function Basics() {
  const { t } = useTranslation();
  return (
    <>
      <TextField name="siteName" label={t('edit.siteName')} className={classes.wide} />
      <AmountField name="powerMaxKw" label={t('edit.powerMax')} unit={peakUnit('kWp', locale)} />
      <AmountField name="systemSizeKw" label={t('edit.systemSize')} unit="kW" />
      <AmountField
        name="controlLimitKw"
        label={t('edit.controlLimit')}
        description={t('edit.controlLimitText')}
        unit="kW"
      />
      <DayField name="commissionDate" label={t('edit.commissionDate')} description={t('edit.commissionDateText')} />
      <RemarkField name="remark" label={t('edit.remark')} className={classes.wide} />
    </>
  );
}

function Place({ place }: { place: PlaceHints }) {
  const { t } = useTranslation();
  const { control } = useFormContext<SiteForm>();
  const [country, latitude, longitude] = useWatch({ control, name: ['countryCode', 'latitude', 'longitude'] });
  // A coordinate is NaN while its text is no number.
  const at: Point | null =
    typeof latitude === 'number' && typeof longitude === 'number' && Number.isFinite(latitude + longitude)
      ? [latitude, longitude]
      : null;
  const [isMapOpen, setMapOpen] = useState(false);
  const isLost = useIsLost();
  const countries = useCall('common/country', {}, LISTS);
  const states = useCall('common/state', { country }, { ...LISTS, enabled: country.length === 2 });
  const regions = (states.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      {isLost && (
        <div className={classes.wide}>
          <Notice kind="info">{t('edit.needsConnection')}</Notice>
        </div>
      )}
      <AddressSearch onPlace={place.setAddress} />
      <ChoiceField
        name="countryCode"
        label={t('edit.country')}
        choices={(countries.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        onChosen={place.onCountry}
      />
      <ChoiceField name="stateCode" label={t('edit.state')} choices={regions} mayBeEmpty />
      <TextField name="street" label={t('edit.street')} className={classes.wide} />
      <TextField name="zipCode" label={t('edit.zipCode')} />
      <TextField name="city" label={t('edit.city')} />
      {(['latitude', 'longitude'] as const).map((name) => (
        <CoordinateField
          key={name}
          name={name}
          label={t(`edit.${name}`)}
          onPair={place.setCoordinates}
          onTyped={place.onCoordinates}
        />
      ))}
      <div className={`${classes.wide} ${classes.inline}`}>
        {canLocate() && (
          <Button
            variant="default"
            leftSection={<IconCurrentLocation size={18} stroke={1.75} aria-hidden />}
            loading={place.isLocating}
            onClick={place.locate}
          >
            {t('edit.locate')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconMap2 size={18} stroke={1.75} aria-hidden />}
          aria-expanded={isMapOpen}
          onPointerEnter={() => preload(loadMap)}
          onClick={() => setMapOpen(!isMapOpen)}
        >
          {t('edit.onMap')}
        </Button>
        <span className="muted">{t('edit.coordinatesText')}</span>
      </div>
      {isMapOpen && (
        <div className={classes.wide}>
          <Suspense fallback={<Skeleton height={400} />}>
            <PlaceMap
              at={at}
              countryCode={country}
              onPlace={([mapLatitude, mapLongitude]) =>
                place.setCoordinates({ latitude: mapLatitude, longitude: mapLongitude })
              }
            />
          </Suspense>
        </div>
      )}
      {place.hasLocateFailed && (
        <div className={classes.wide}>
          <Notice kind="warning">{t('edit.couldNotLocate')}</Notice>
        </div>
      )}
    </>
  );
}

function Units({ place, hidden }: { place: PlaceHints; hidden: readonly SiteField[] }) {
  const { t } = useTranslation();
  const { control } = useFormContext<SiteForm>();
  const [country, currency] = useWatch({ control, name: ['countryCode', 'currency'] });
  // The list of all zones is stored for visits without a network.
  const isLost = useIsLost();
  const zones = useCall('common/timezone', country && !isLost ? { country } : {}, LISTS);
  const currencies = useCall('common/currency', {}, LISTS);
  const minDigits = currencyDigits(currency);
  const unit = currency ? `${currency}/kWh` : '/kWh';
  return (
    <>
      <ChoiceField
        name="timezone"
        label={t('edit.timezone')}
        choices={(zones.data?.list ?? []).map(({ code, name, offset }) => ({
          value: code,
          // Dozens of zones share a name: Berlin, Paris and Rome are all "Central European Time".
          label: `${code.replaceAll('_', ' ')} · ${name} (${offset})`,
        }))}
        onChosen={place.onZone}
        className={classes.wide}
      />
      {!hidden.includes('currency') && (
        <ChoiceField
          name="currency"
          label={t('edit.currency')}
          choices={(currencies.data?.list ?? []).map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
        />
      )}
      <ChoiceField
        name="temperatureUnit"
        label={t('edit.temperatureUnit')}
        choices={[
          { value: 'Celsius', label: '°C' },
          { value: 'Fahrenheit', label: '°F' },
        ]}
      />
      {!hidden.includes('electricityPrice') && (
        <AmountField
          name="electricityPrice"
          label={t('edit.electricityPrice')}
          description={t('edit.electricityPriceText')}
          unit={unit}
          digits={PRICE_DIGITS}
          leastDigits={minDigits}
        />
      )}
      {!hidden.includes('feedInPrice') && (
        <AmountField
          name="feedInPrice"
          label={t('edit.feedInPrice')}
          description={t('edit.feedInPriceText')}
          unit={unit}
          mayBeNegative
          digits={PRICE_DIGITS}
          leastDigits={minDigits}
        />
      )}
      {!hidden.includes('ownUsePercent') && (
        <AmountField
          name="ownUsePercent"
          label={t('edit.ownUse')}
          description={t('edit.ownUseText')}
          unit="%"
          digits={1}
        />
      )}
    </>
  );
}

function Equipment() {
  const { t } = useTranslation();
  return (
    <>
      <TextField name="pvBrand" label={t('edit.pvBrand')} />
      <TextField name="pvModel" label={t('edit.pvModel')} />
      <RemarkField name="pvRemark" label={t('edit.pvRemark')} className={classes.wide} />
      <TextField name="batteryBrand" label={t('edit.batteryBrand')} />
      <TextField name="batteryModel" label={t('edit.batteryModel')} />
      <RemarkField name="batteryRemark" label={t('edit.batteryRemark')} className={classes.wide} />
    </>
  );
}

function People({ sources: { usual, newer }, hidden }: { sources: Sources; hidden: readonly SiteField[] }) {
  const { t } = useTranslation();
  return (
    <>
      {!hidden.includes('userEmail') && (
        <TextField name="userEmail" type="email" label={t('edit.userEmail')} description={t('edit.userEmailText')} />
      )}
      <TextField
        name="installerEmail"
        type="email"
        label={t('edit.installerEmail')}
        description={t('edit.installerEmailText')}
      />
      <TagsField
        name="shareWith"
        label={t('edit.shareWith')}
        description={t('edit.shareWithText')}
        placeholder="name@example.org"
        maxTags={20}
        className={classes.wide}
      />
      <TagsField
        name="allowedSources"
        label={t('edit.allowedSources')}
        description={[
          t(usual.length > 0 ? 'edit.allowedSourcesUsual' : 'edit.allowedSourcesText', { usual: usual.join(', ') }),
          ...(newer.length > 0 ? [t('edit.allowedSourcesNewer', { newer: newer.join(', ') })] : []),
        ].join(' ')}
        placeholder="203.0.113.7, 2001:db8:1:2::/64"
        suggestions={[...usual]}
        maxTags={20}
        className={classes.wide}
      />
      <TextField name="projectReferenceId" label={t('edit.projectReferenceId')} className={classes.wide} />
    </>
  );
}

const FIELDS: Record<
  Group,
  (props: { place: PlaceHints; hidden: readonly SiteField[]; sources: Sources }) => ReactNode
> = {
  basics: Basics,
  place: Place,
  units: Units,
  equipment: Equipment,
  people: People,
};
