// Form of a menu entry: the kind of a new entry; title, icon, parameters and parent.
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
import { type ChosenIcon, IconChoice } from './IconChoice.tsx';
import { MENU_LISTS } from './menuLists.ts';

/** Same limits as menuTitle and menuParams of the contract. */
const MAX_TITLE_LENGTH = 60;
const MAX_PARAMS_LENGTH = 200;
const PARAMS = /^[^?#\s\\]*$/;

interface Props {
  /** Null for a new entry. */
  entry: MenuEntry | null;
  list: readonly MenuEntry[];
  offered: Response<'auth/menu/list'>['offered'];
  onClose: () => void;
}

interface ParentOptions {
  list: readonly MenuEntry[];
  /** Whether the entry is a page, and whether that page is a group. */
  isPage: boolean;
  isGroup: boolean;
  t: TFunction;
}

/** Returns the possible parents: pages at the top or in a group, buttons and modules below a page. */
function parentChoices({ list, isPage, isGroup: isGroupEntry, t }: ParentOptions) {
  const parents = isGroupEntry
    ? []
    : list.filter((one) => (isPage ? isGroup(one) : one.mode === MENU_MODE.page && !isGroup(one)));
  return [
    ...(isPage ? [{ value: '0', label: t('menus.top') }] : []),
    ...parents.map((one) => ({ value: String(one.id), label: entryName(t, one) })),
  ];
}

export default function EntryDialog({ entry, list, offered, onClose }: Props) {
  const { t } = useTranslation();
  /** Mode and name, separated by a space; "1 " is a group. */
  const [kind, setKind] = useState(entry ? `${entry.mode} ${entry.name}` : '1 ');
  const [title, setTitle] = useState(entry && entry.titleLocale === '' ? entry.title : '');
  const [icon, setIcon] = useState<ChosenIcon>((entry?.icon ?? '') as ChosenIcon);
  const [params, setParams] = useState(entry?.params ?? '');
  const [chosenParent, setParent] = useState(entry?.parentId ?? 0);
  const [wasTried, setTried] = useState(false);
  const create = useChange('auth/menu/create', MENU_LISTS);
  const update = useChange('auth/menu/update', MENU_LISTS);

  const [modeText = '1', name = ''] = kind.split(' ');
  const mode = ([1, 2, 3] as const).find((each) => String(each) === modeText) ?? 1;
  const isPage = mode === MENU_MODE.page;
  const needsTitle = entry ? isGroup(entry) && entry.isOwn : name === '';
  const isGroupEntry = entry ? isGroup(entry) : name === '';
  const parentOptions = parentChoices({ list, isPage, isGroup: isGroupEntry, t });
  const parent = parentOptions.some(({ value }) => value === String(chosenParent))
    ? chosenParent
    : Number(parentOptions[0]?.value ?? 0);
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
  const permission = entry?.name ?? name;
  return (
    <Dialog opened onClose={onClose} title={t(entry ? 'menus.editTitle' : 'menus.newTitle')} size={520}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          {!entry && <KindChoice kind={kind} offered={offered} onChange={setKind} />}
          <TextInput
            label={t('menus.name')}
            description={t(needsTitle ? 'menus.groupName' : 'menus.nameText')}
            placeholder={permission === '' ? undefined : permissionName(t, mode, permission)}
            withAsterisk={needsTitle}
            maxLength={MAX_TITLE_LENGTH}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={wasTried ? titleFault : undefined}
          />
          {isPage && <IconChoice value={icon} onChange={setIcon} />}
          {isPage && !isGroupEntry && (
            <ParamsInput value={params} onChange={setParams} error={wasTried ? paramsFault : undefined} />
          )}
          {parentOptions.length > 1 && (
            <Choice
              label={t('menus.parent')}
              value={String(parent)}
              choices={parentOptions}
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

interface KindChoiceProps extends Pick<Props, 'offered'> {
  kind: string;
  onChange: (kind: string) => void;
}

/** Selects the kind of a new entry: a group, or one of the offered pages, modules and buttons. */
function KindChoice({ kind, offered, onChange }: KindChoiceProps) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('menus.what')}
      value={kind}
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
      maxLength={MAX_PARAMS_LENGTH}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
