// Pager below a list: shown range, total, page size, and buttons for other pages.
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { full } from '../../format/numbers.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { Choice } from '../Choice.tsx';
import classes from './DataTable.module.css';

interface Props {
  /** Page number from 0. */
  page: number;
  size: number;
  total: number;
  /** There are more rows than counted in `total`. */
  isMore?: boolean;
  /** Unit of the count, after the number, where it is not the rows above. */
  what?: string;
  sizes?: readonly number[];
  onPage: (page: number) => void;
  onSize?: (size: number) => void;
}

export function Pager({ page, size, total, isMore = false, what, sizes = [], onPage, onSize }: Props) {
  const { t } = useTranslation();
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const range = t('list.range', {
    from: full(total === 0 ? 0 : page * size + 1),
    to: full(Math.min(total, (page + 1) * size)),
    total: full(total) + (isMore ? '+' : ''),
  });
  useAnnounced(range, page);
  const step = (to: number, label: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      data-touch
      variant="default"
      size={32}
      aria-label={label}
      title={label}
      disabled={to === page || to < 0 || to > last}
      onClick={() => onPage(to)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    <nav className={`${classes.pager} num`} aria-label={t('list.pages')}>
      <span>
        {range}
        {what && ` ${what}`}
      </span>
      {onSize && (
        <div className={classes.size}>
          <span aria-hidden>{t('list.pageSize')}</span>
          <Choice
            aria-label={t('list.pageSize')}
            size="xs"
            widthPx={76}
            value={String(size)}
            choices={sizes.map((each) => ({ value: String(each), label: full(each, 0) }))}
            onChange={(chosen) => onSize(Number(chosen))}
          />
        </div>
      )}
      <div className={classes.pagerSide}>
        <span>{t('list.pageOf', { page: full(page + 1), pages: full(last + 1) })}</span>
        {step(0, t('list.firstPage'), IconChevronsLeft)}
        {step(page - 1, t('list.previousPage'), IconChevronLeft)}
        {step(page + 1, t('list.nextPage'), IconChevronRight)}
        {step(last, t('list.lastPage'), IconChevronsRight)}
      </div>
    </nav>
  );
}
