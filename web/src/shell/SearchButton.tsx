// The button for the search that Ctrl-K opens.
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isMac, shortcut } from './paletteKeys.ts';

interface Props {
  onOpen: () => void;
  /** Class of the surrounding menu. */
  className: string | undefined;
  wordClassName?: string | undefined;
  hintClassName?: string | undefined;
}

export function SearchButton({ onOpen, className, wordClassName, hintClassName }: Props) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={className}
      onClick={onOpen}
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
      title={`${t('action.search')} (${shortcut()})`}
    >
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <span className={wordClassName}>{t('action.search')}</span>
      {hintClassName && (
        <kbd className={hintClassName} aria-hidden>
          {shortcut()}
        </kbd>
      )}
    </button>
  );
}
