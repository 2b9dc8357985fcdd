// Selects an icon of the side menu, or that of the page.
import { MENU_ICONS, type MenuIcon } from '@heliograph/contract/pages.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ICONS } from '../../../components/menuIcons.ts';
import classes from '../system.module.css';

export type ChosenIcon = MenuIcon | '';

/** Formats "IconSolarPanel" as "solar panel": the name in the icon set, in every language. */
const iconLabel = (name: string): string =>
  name
    .slice(4)
    .replace(/(?<=.)([A-Z])/g, ' $1')
    .toLowerCase();

export function IconChoice({ value, onChange }: { value: ChosenIcon; onChange: (icon: ChosenIcon) => void }) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <div role="radiogroup" aria-label={t('menus.icon')}>
      <div className="mantine-InputWrapper-label">{t('menus.icon')}</div>
      <div className={classes.icons}>
        {(['', ...MENU_ICONS] as const).map((name) => {
          const Icon = name === '' ? null : ICONS[name];
          return (
            <label key={name} className={classes.iconChoice} title={name === '' ? undefined : iconLabel(name)}>
              <input
                type="radio"
                className="visuallyHidden"
                name={group}
                checked={value === name}
                aria-label={name === '' ? undefined : iconLabel(name)}
                onChange={() => onChange(name)}
              />
              {Icon ? <Icon size={20} stroke={1.75} aria-hidden /> : t('menus.pageIcon')}
            </label>
          );
        })}
      </div>
    </div>
  );
}
