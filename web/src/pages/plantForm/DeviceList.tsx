// Devices about to be added: each with its product, whether it can be added, and where it is on the roof.
import type { Response } from '@heliograph/contract/calls.ts';
import { ActionIcon, Button, NumberInput, Select, type SelectProps } from '@mantine/core';
import { IconAdjustments, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { Age } from '../../components/Age.tsx';
import { byFit } from '../../components/form/options.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx';
import {
  chosenModel,
  type DeviceState,
  type InputPlacement,
  inputsOf,
  type NewDevice,
  NO_INPUT_PLACEMENT,
  NO_PLACEMENT,
  newDevice,
  type Placement,
  type Product,
  stateOf,
} from './devices.ts';
import classes from './edit.module.css';
import { SerialNumberInput } from './SerialNumberInput.tsx';
import type { Lookups } from './useLookups.ts';

const TONES: Record<DeviceState, Tone> = {
  checking: 'offline',
  ready: 'ok',
  yours: 'fault',
  needsProduct: 'warning',
  badPlacement: 'warning',
};

interface Props {
  devices: readonly NewDevice[];
  lookups: Lookups;
  onChange: (devices: NewDevice[]) => void;
  /** Of the plant's modules: then each input can be placed by itself, and sorted into one of them. */
  pages?: readonly Page[];
}

type Page = Response<'device/modules/page'>['list'][number];

export function DeviceList({ devices, lookups, onChange, pages }: Props) {
  const { t } = useTranslation();
  const [forAll, setForAll] = useState<Placement>(NO_PLACEMENT);
  const lost = devices.filter((device) => stateOf(device, lookups.bySn.get(device.sn)) === 'yours');
  const nameless = devices.filter((device) => {
    const lookup = lookups.bySn.get(device.sn);
    return lookup !== undefined && lookup.model === 0 && !lost.includes(device);
  });
  const replace = (changed: NewDevice) => onChange(devices.map((each) => (each.sn === changed.sn ? changed : each)));
  return (
    <>
      <SerialNumberInput
        known={devices.map(({ sn }) => sn)}
        onAdd={(found) => onChange([...devices, ...found.map(newDevice)])}
      />
      {lookups.error !== null && (
        <Notice kind="error">
          {messageOf(lookups.error, t)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={lookups.retry}>
            {t('common.retry')}
          </Button>
        </Notice>
      )}
      {lost.length > 0 && (
        <Notice kind="warning">
          {t('edit.cannotBeAdded', { count: lost.length })}{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChange(devices.filter((device) => !lost.includes(device)))}
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
              onClick={() => onChange(devices.map((device) => ({ ...device, ...filledIn(forAll) })))}
            >
              {t('edit.applyToAll')}
            </Button>
          </div>
          {nameless.length > 1 && (
            <ProductSelect
              mt={12}
              label={t('edit.productForAll', { count: nameless.length })}
              products={lookups.products}
              model={commonModel(nameless)}
              onModel={(model) =>
                onChange(devices.map((device) => (nameless.includes(device) ? { ...device, model } : device)))
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
              onRemove={() => onChange(devices.filter(({ sn }) => sn !== device.sn))}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** What was left empty for all stays as each device has it. */
function filledIn(placement: Placement): Partial<Placement> {
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
  const state = stateOf(device, lookup);
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || state === 'badPlacement';
  const inputs = inputsOf(device, lookup, lookups.products);
  const isUnknown = lookup !== undefined && lookup.model === 0 && lookup.state !== 'yours';
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
          {isUnknown ? (
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
      {isShown && (
        <div className={classes.placement}>
          <PlacementFields value={device} onChange={(part) => onChange({ ...device, ...part })} />
        </div>
      )}
      {isShown && pages && inputs > 1 && (
        <InputPlaces device={device} inputs={inputs} pages={pages} onChange={onChange} />
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

/** Folded away: most microinverters lie on one slope. */
function InputPlaces({ device, inputs, pages, onChange }: InputsProps) {
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
          const place = device.inputs?.[input] ?? NO_INPUT_PLACEMENT;
          const name = t('edit.input', { input });
          return (
            <fieldset key={input} className={classes.input} aria-label={`${device.sn}, ${name}`}>
              <legend>{name}</legend>
              <div className={classes.placement}>
                <PlacementFields value={place} of={device} onChange={(part) => set(input, part)} />
                {pages.length > 0 && (
                  <Select
                    size="xs"
                    label={t('edit.modulePage')}
                    clearable
                    value={place.page === 0 ? null : String(place.page)}
                    placeholder={t('edit.noModulePage')}
                    data={pages.map(({ page, name }) => ({ value: String(page), label: name }))}
                    onChange={(chosen) => set(input, { page: Number(chosen ?? 0) })}
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
  /** 0 for none. */
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
      data={products.map((each) => ({ value: String(each.model), label: each.modelName }))}
      value={model === 0 ? null : String(model)}
      onChange={(chosen) => onModel(Number(chosen ?? 0))}
      searchable
      selectFirstOptionOnChange
      filter={byFit}
      nothingFoundMessage={t('common.noMatch')}
    />
  );
}

interface PlacementProps {
  value: Placement;
  /** What holds where nothing is said. */
  of?: Placement;
  onChange: (part: Partial<Placement>) => void;
}

function PlacementFields({ value, of = NO_PLACEMENT, onChange }: PlacementProps) {
  const { t } = useTranslation();
  const number = (name: 'stringNumber' | 'tilt' | 'azimuth', max: number) => (
    <NumberInput
      size="xs"
      label={t(`edit.${name}`)}
      value={value[name]}
      placeholder={String(of[name])}
      min={0}
      max={max}
      clampBehavior="blur"
      decimalScale={name === 'stringNumber' ? 0 : 1}
      allowNegative={false}
      hideControls
      onChange={(typed) => onChange({ [name]: typed === '' ? '' : Number(typed) })}
    />
  );
  return (
    <>
      {number('stringNumber', 999)}
      {number('tilt', 90)}
      {number('azimuth', 360)}
      <Select
        size="xs"
        label={t('edit.orientation')}
        clearable
        placeholder={of.orientation && t(`edit.${of.orientation}`)}
        value={value.orientation || null}
        data={[
          { value: 'portrait', label: t('edit.portrait') },
          { value: 'landscape', label: t('edit.landscape') },
        ]}
        onChange={(chosen) => onChange({ orientation: chosen === 'portrait' || chosen === 'landscape' ? chosen : '' })}
      />
    </>
  );
}

/** 0: they differ. */
function commonModel([first, ...others]: readonly NewDevice[]): number {
  return first && others.every(({ model }) => model === first.model) ? first.model : 0;
}
