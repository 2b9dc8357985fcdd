// The list of devices to add: each with its product, its state and its placement on the roof.
import type { Response } from '@heliograph/contract/calls.ts';
import { ActionIcon, Button, Select, type SelectProps } from '@mantine/core';
import { IconAdjustments, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { Age } from '../../components/Age.tsx';
import { AmountInput } from '../../components/AmountInput.tsx';
import { byFit } from '../../components/form/options.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx';
import {
  chosenModel,
  type DeviceState,
  type InputPlacement,
  inputsOf,
  isMeter,
  mayChooseProduct,
  type NewDevice,
  NO_INPUT_PLACEMENT,
  NO_PLACEMENT,
  newDevice,
  type Placement,
  type Product,
  stateOf,
} from './devices.ts';
import classes from './edit.module.css';
import { MeterFields } from './MeterFields.tsx';
import { SerialNumberInput } from './SerialNumberInput.tsx';
import type { Lookups } from './useLookups.ts';

const TONES: Record<DeviceState, Tone> = {
  checking: 'offline',
  unchecked: 'offline',
  ready: 'ok',
  yours: 'fault',
  needsProduct: 'warning',
  badPlacement: 'warning',
};

interface Props {
  devices: readonly NewDevice[];
  lookups: Lookups;
  onChange: (devices: NewDevice[]) => void;
  /** Module pages of the plant; if given, each input can have its own placement and page. */
  pages?: readonly Page[];
}

type Page = Response<'device/modules/page'>['list'][number];

export function DeviceList({ devices, lookups, onChange, pages }: Props) {
  const { t } = useTranslation();
  const [forAll, setForAll] = useState<Placement>(NO_PLACEMENT);
  const unavailable = devices.filter(
    (device) => stateOf(device, lookups.bySn.get(device.sn), lookups.isLost) === 'yours',
  );
  const withoutProduct = devices.filter(({ sn }) => mayChooseProduct(lookups.bySn.get(sn), lookups.isLost));
  const remove = (removed: string) => onChange(devices.filter(({ sn }) => sn !== removed));
  const checkOf = (sn: string) => {
    const lookup = lookups.bySn.get(sn);
    if (!lookup) return undefined;
    return {
      product: lookup.modelName,
      refusal: lookup.state === 'yours' ? t('edit.deviceState.yours') : '',
    };
  };
  const replace = (changed: NewDevice) => onChange(devices.map((each) => (each.sn === changed.sn ? changed : each)));
  return (
    <>
      <SerialNumberInput
        known={devices.map(({ sn }) => sn)}
        onAdd={(serialNumbers) => onChange([...devices, ...serialNumbers.map(newDevice)])}
        onRemove={remove}
        checkOf={checkOf}
      />
      {lookups.error !== null && (
        <Notice kind="error">
          {messageOf(lookups.error, t)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={lookups.retry}>
            {t('common.retry')}
          </Button>
        </Notice>
      )}
      {unavailable.length > 0 && (
        <Notice kind="warning">
          {t('edit.cannotBeAdded', { count: unavailable.length })}{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChange(devices.filter((device) => !unavailable.includes(device)))}
          >
            {t('edit.takeOut')}
          </Button>
        </Notice>
      )}
      {devices.length > 1 && (
        <section className={classes.forAll}>
          <h2>{t('edit.forAll', { count: devices.length })}</h2>
          <div className={classes.placement}>
            <PlacementFields value={forAll} onChange={(part) => setForAll({ ...forAll, ...part })} />
            <Button
              variant="default"
              size="xs"
              onClick={() => onChange(devices.map((device) => ({ ...device, ...nonEmptyFields(forAll) })))}
            >
              {t('edit.applyToAll')}
            </Button>
          </div>
          {withoutProduct.length > 1 && lookups.products.length > 0 && (
            <ProductSelect
              mt={12}
              label={t('edit.productForAll', { count: withoutProduct.length })}
              products={lookups.products}
              model={commonModel(withoutProduct)}
              onModel={(model) =>
                onChange(devices.map((device) => (withoutProduct.includes(device) ? { ...device, model } : device)))
              }
            />
          )}
        </section>
      )}
      {devices.length > 0 && (
        <ul className={classes.deviceList} aria-label={t('edit.devices')}>
          {devices.map((device) => (
            <DeviceRow
              key={device.sn}
              device={device}
              lookups={lookups}
              pages={pages}
              onChange={replace}
              onRemove={() => remove(device.sn)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns the fields that are filled in; empty fields keep the value of each device. */
function nonEmptyFields(placement: Placement): Partial<Placement> {
  return Object.fromEntries(Object.entries(placement).filter(([, value]) => value !== ''));
}

interface RowProps {
  device: NewDevice;
  lookups: Lookups;
  pages: readonly Page[] | undefined;
  onChange: (device: NewDevice) => void;
  onRemove: () => void;
}

function DeviceRow({ device, lookups, pages, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const lookup = lookups.bySn.get(device.sn);
  const state = stateOf(device, lookup, lookups.isLost);
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || state === 'badPlacement';
  const inputs = inputsOf(device, lookup, lookups.products);
  const mayChoose = mayChooseProduct(lookup, lookups.isLost) && lookups.products.length > 0;
  return (
    <li className={classes.device}>
      <div className={classes.deviceHead}>
        <div className="num">
          <b>{device.sn}</b>
        </div>
        <div className={classes.deviceState}>
          <StatusDot tone={TONES[state]}>{t(`edit.deviceState.${state}`)}</StatusDot>
        </div>
        <div className={classes.deviceState}>
          {mayChoose ? (
            <ProductSelect
              aria-label={t('edit.chooseProduct', { sn: device.sn })}
              products={lookups.products}
              model={chosenModel(device, lookup)}
              onModel={(model) => onChange({ ...device, model })}
            />
          ) : (
            <span className="muted">
              {lookup?.modelName}
              {lookup && lookup.state === 'free' && (
                <> · {lookup.lastSeenIso ? <Age at={lookup.lastSeenIso} /> : t('edit.notSeen')}</>
              )}
            </span>
          )}
        </div>
        <ActionIcon
          size={32}
          aria-label={t('edit.place', { sn: device.sn })}
          aria-expanded={isOpen}
          title={t('edit.placement')}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustments size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon size={32} aria-label={t('edit.remove', { sn: device.sn })} onClick={onRemove}>
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      {isMeter(device, lookup, lookups.products) && state !== 'yours' && (
        <MeterFields device={device} onChange={onChange} />
      )}
      {isShown && (
        <div className={classes.placement}>
          <PlacementFields value={device} onChange={(part) => onChange({ ...device, ...part })} />
        </div>
      )}
      {isShown && pages && inputs > 1 && (
        <InputPlacements device={device} inputs={inputs} pages={pages} onChange={onChange} />
      )}
    </li>
  );
}

interface InputsProps {
  device: NewDevice;
  inputs: number;
  pages: readonly Page[];
  onChange: (device: NewDevice) => void;
}

/** Placement per input, collapsed by default: the modules of most microinverters share one slope. */
function InputPlacements({ device, inputs, pages, onChange }: InputsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(device.inputs !== undefined);
  const set = (input: number, part: Partial<InputPlacement>) =>
    onChange({
      ...device,
      inputs: { ...device.inputs, [input]: { ...NO_INPUT_PLACEMENT, ...device.inputs?.[input], ...part } },
    });
  return (
    <div className={classes.inputs}>
      <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('edit.eachInput', { count: inputs })}
      </Button>
      {isOpen &&
        Array.from({ length: inputs }, (_, index) => index + 1).map((input) => {
          const placement = device.inputs?.[input] ?? NO_INPUT_PLACEMENT;
          const name = t('edit.input', { input });
          return (
            <fieldset key={input} className={classes.input} aria-label={`${device.sn}, ${name}`}>
              <legend>{name}</legend>
              <div className={classes.placement}>
                <PlacementFields value={placement} fallback={device} onChange={(part) => set(input, part)} />
                {pages.length > 0 && (
                  <Select
                    size="xs"
                    label={t('edit.modulePage')}
                    clearable
                    value={placement.page === 0 ? null : String(placement.page)}
                    placeholder={t('edit.noModulePage')}
                    data={pages.map(({ page, name }) => ({ value: String(page), label: name }))}
                    onChange={(selected) => set(input, { page: Number(selected ?? 0) })}
                  />
                )}
              </div>
            </fieldset>
          );
        })}
    </div>
  );
}

interface ProductProps extends Pick<SelectProps, 'label' | 'aria-label' | 'mt'> {
  products: readonly Product[];
  /** Model number; 0: none. */
  model: number;
  onModel: (model: number) => void;
}

function ProductSelect({ products, model, onModel, ...rest }: ProductProps) {
  const { t } = useTranslation();
  return (
    <Select
      {...rest}
      size="xs"
      placeholder={t('edit.chooseProductShort')}
      data={products.map((product) => ({ value: String(product.model), label: product.modelName }))}
      value={model === 0 ? null : String(model)}
      onChange={(selected) => onModel(Number(selected ?? 0))}
      searchable
      selectFirstOptionOnChange
      filter={byFit}
      nothingFoundMessage={t('common.noMatch')}
    />
  );
}

interface PlacementProps {
  value: Placement;
  /** Values that apply where a field is empty, shown as placeholders. */
  fallback?: Placement;
  onChange: (part: Partial<Placement>) => void;
}

function PlacementFields({ value, fallback = NO_PLACEMENT, onChange }: PlacementProps) {
  const { t } = useTranslation();
  const number = (name: 'stringNumber' | 'tilt' | 'azimuth') => (
    <AmountInput
      size="xs"
      label={t(`edit.${name}`)}
      unit=""
      value={value[name]}
      placeholder={String(fallback[name])}
      digits={name === 'stringNumber' ? 0 : 1}
      onChange={(typed) => onChange({ [name]: typed })}
    />
  );
  return (
    <>
      {number('stringNumber')}
      {number('tilt')}
      {number('azimuth')}
      <Select
        size="xs"
        label={t('edit.orientation')}
        clearable
        placeholder={fallback.orientation && t(`edit.${fallback.orientation}`)}
        value={value.orientation || null}
        data={[
          { value: 'portrait', label: t('edit.portrait') },
          { value: 'landscape', label: t('edit.landscape') },
        ]}
        onChange={(selected) =>
          onChange({ orientation: selected === 'portrait' || selected === 'landscape' ? selected : '' })
        }
      />
    </>
  );
}

/** Returns the model that all devices have in common; 0: they differ. */
function commonModel([first, ...others]: readonly NewDevice[]): number {
  return first && others.every(({ model }) => model === first.model) ? first.model : 0;
}
