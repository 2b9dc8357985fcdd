// Menu of the counters that do not fit into their line, behind a chip with their number.
import '../../ui/panelStyles.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { full } from '../../format/numbers.ts';
import { type Chip, countText } from './ChoiceChips.tsx';
import classes from './FilterBar.module.css';

interface Props {
  label: string;
  chips: readonly Chip<string>[];
  onChoose: (value: string) => void;
}

export default function ChipMenu({ label, chips, onChoose }: Props) {
  const { t } = useTranslation();
  const more = `+${full(chips.length, 0)}`;
  const name = t('list.moreChips', { label, more });
  return (
    <Menu position="bottom-end" withinPortal returnFocus withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={`${classes.chip} ${classes.chipMore} num`} aria-label={name} title={name}>
          {more}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {chips.map(({ value, label: text, tone, count }, index) => (
          <Menu.Item
            key={value}
            data-autofocus={index === 0 || undefined}
            leftSection={
              tone && <span className={classes.chipDot} style={{ background: `var(--${tone})` }} aria-hidden />
            }
            rightSection={<b className="num">{countText(count)}</b>}
            onClick={() => onChoose(value)}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
