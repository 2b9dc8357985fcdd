// A menu entry's form: for one more what it is, for each its title, icon, parameters and where it stands.
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import type { MenuEntry } from '@heliograph/contract/entities/menuEntry.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { Stack, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { entryName, isGroup, permissionName } from '../entries.ts';
import { type GivenIcon, IconChoice } from './IconChoice.tsx';
import { MENU_LISTS } from './menuLists.ts';

/** As menuTitle and menuParams of the contract have them. */
const LONGEST_TITLE = 60;
const LONGEST_PARAMS = 200;
const PARAMS = /^[^?#\s\\]*$/;

interface Props {
  /** Null: one more. */
  entry: MenuEntry | null;
  list: readonly MenuEntry[];
  offered: Response<'auth/menu/list'>['offered'];
  onClose: () => void;
}

interface PlacesOptions {
  list: readonly MenuEntry[];
  /** What the entry is: a page, and of pages a group. */
  isPage: boolean;
  isGroup: boolean;
  t: TFunction;
}

/** Where the entry may stand: pages at the top or in a group, buttons and modules below a page. */
function placesOf({ list, isPage, isGroup: isGroupNow, t }: PlacesOptions) {
  const parents = isGroupNow
    ? []
    : list.filter((one) => (isPage ? isGroup(one) : one.mode === MENU_MODE.page && !isGroup(one)));
  return [
    ...(isPage ? [{ value: '0', label: t('menus.top') }] : []),
    ...parents.map((one) => ({ value: String(one.id), label: entryName(t, one) })),
  ];
}

export default function EntryDialog({ entry, list, offered, onClose }: Props) {
  const { t } = useTranslation();
  /** Mode and name; "1 " is a group. */
  const [what, setWhat] = useState(entry ? `${entry.mode} ${entry.name}` : '1 ');
  const [title, setTitle] = useState(entry && entry.titleLocale === '' ? entry.title : '');
  const [icon, setIcon] = useState<GivenIcon>((entry?.icon ?? '') as GivenIcon);
  const [params, setParams] = useState(entry?.params ?? '');
  const [chosenParent, setParent] = useState(entry?.parentId ?? 0);
  const [wasTried, setTried] = useState(false);
  const create = useChange('auth/menu/create', MENU_LISTS);
  const update = useChange('auth/menu/update', MENU_LISTS);

  const [modeText = '1', name = ''] = what.split(' ');
  const mode = ([1, 2, 3] as const).find((each) => String(each) === modeText) ?? 1;
  const isPage = mode === MENU_MODE.page;
  const needsTitle = entry ? isGroup(entry) && entry.isOwn : name === '';
  const isGroupNow = entry ? isGroup(entry) : name === '';
  const places = placesOf({ list, isPage, isGroup: isGroupNow, t });
  const parent = places.some(({ value }) => value === String(chosenParent))
    ? chosenParent
    : Number(places[0]?.value ?? 0);
  const titleFault = needsTitle && title.trim() === '' ? t('validation.required') : undefined;
  const paramsFault = PARAMS.test(params.trim()) ? undefined : t('menus.paramsFault');
  const isPending = create.isPending || update.isPending;

  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (titleFault || paramsFault || isPending) return;
    const onSuccess = () => {
      toastDone(t('saved.saved'));
      onClose();
    };
    const body = { title, icon, params: params.trim(), parent_id: parent };
    if (entry) update.mutate({ ...body, id: entry.id, version: entry.version }, { onSuccess });
    else create.mutate({ ...body, mode, name: name as 'PvPlant' }, { onSuccess });
  };
  const error = create.error ?? update.error;
  const known = entry?.name ?? name;
  return (
    <Dialog opened onClose={onClose} title={t(entry ? 'menus.editTitle' : 'menus.newTitle')} size={520}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          {!entry && <WhatChoice what={what} offered={offered} onChange={setWhat} />}
          <TextInput
            label={t('menus.name')}
            description={t(needsTitle ? 'menus.groupName' : 'menus.nameText')}
            placeholder={known === '' ? undefined : permissionName(t, mode, known)}
            withAsterisk={needsTitle}
            maxLength={LONGEST_TITLE}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={wasTried ? titleFault : undefined}
          />
          {isPage && <IconChoice value={icon} onChange={setIcon} />}
          {isPage && !isGroupNow && (
            <ParamsInput value={params} onChange={setParams} error={wasTried ? paramsFault : undefined} />
          )}
          {places.length > 1 && (
            <Choice
              label={t('menus.parent')}
              value={String(parent)}
              choices={places}
              onChange={(value) => setParent(Number(value))}
            />
          )}
          {error && <Notice kind="error">{messageOf(error, t)}</Notice>}
          <DialogButtons onCancel={onClose} loading={isPending}>
            {t(entry ? 'common.save' : 'menus.create')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

interface WhatChoiceProps extends Pick<Props, 'offered'> {
  what: string;
  onChange: (what: string) => void;
}

/** What a new entry is: a group, or one of the offered pages, modules and buttons. */
function WhatChoice({ what, offered, onChange }: WhatChoiceProps) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('menus.what')}
      value={what}
      choices={[
        { value: '1 ', label: t('menus.group') },
        ...offered.map((one) => ({
          value: `${one.mode} ${one.name}`,
          label: `${t(one.mode === MENU_MODE.page ? 'menus.page' : one.mode === MENU_MODE.button ? 'menus.button' : 'menus.module')}: ${permissionName(t, one.mode, one.name)}`,
        })),
      ]}
      onChange={onChange}
    />
  );
}

interface ParamsInputProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function ParamsInput({ value, onChange, error }: ParamsInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('menus.params')}
      description={t('menus.paramsText')}
      maxLength={LONGEST_PARAMS}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
