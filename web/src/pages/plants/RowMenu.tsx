// The menu of actions on a plant in the list, limited to the user's permissions.
import '../../ui/panelStyles.ts';
import { Menu } from '@mantine/core';
import {
  IconArrowRight,
  IconLayoutGrid,
  IconMail,
  IconPencil,
  IconSettings,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../../links.ts';
import { useOpensFirst } from '../../ui/openers.ts';
import { RowButton } from './RowActions.tsx';
import type { SiteRow } from './siteList.ts';

export default function RowMenu({ row, onDelete }: { row: SiteRow; onDelete: (row: SiteRow) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { button, opened, setOpened } = useOpensFirst();
  const { rights } = row;
  const mayEdit = rights.update || rights.addDevices || rights.removeDevices;
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal
      returnFocus
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <RowButton row={row} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          data-autofocus
          leftSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
          onClick={() => void navigate(links.siteDetail(row.sid))}
        >
          {t('sites.open')}
        </Menu.Item>
        {mayEdit && (
          <Menu.Item
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
            onClick={() => void navigate(links.siteEdit(row.sid))}
          >
            {t('sites.edit')}
          </Menu.Item>
        )}
        {rights.update && (
          <Menu.Item
            leftSection={<IconLayoutGrid size={18} stroke={1.75} aria-hidden />}
            onClick={() => void navigate(links.layout(row.sid))}
          >
            {t('sites.layout')}
          </Menu.Item>
        )}
        {rights.update && (
          <Menu.Item
            leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
            onClick={() => void navigate(links.reportSetting(row.sid))}
          >
            {t('sites.reportSetting')}
          </Menu.Item>
        )}
        {rights.update && (
          <Menu.Item
            leftSection={<IconSettings size={18} stroke={1.75} aria-hidden />}
            onClick={() => void navigate(links.parameterSetting(row.sid))}
          >
            {t('sites.parameterSetting')}
          </Menu.Item>
        )}
        {rights.update && (
          <Menu.Item
            leftSection={<IconShare size={18} stroke={1.75} aria-hidden />}
            onClick={() => void navigate(links.siteShare(row.sid))}
          >
            {t('sites.share')}
          </Menu.Item>
        )}
        {rights.delete && (
          <>
            <Menu.Divider />
            <Menu.Item
              c="var(--fault)"
              leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
              onClick={() => onDelete(row)}
            >
              {t('common.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
