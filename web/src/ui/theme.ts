// The UI library's theme built from our tokens: its variables refer to ours, so light, dark and brand are defined in one place.
import {
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Colour of interactive elements and of text on it, light and dark. */
type Accent = Record<'light' | 'dark', { color: string; on: string }>;

const gray: MantineColorsTuple = [
  '#F6F7F9',
  '#F0F3F6',
  '#E3E7EC',
  '#D3DAE1',
  '#B4BEC8',
  '#8A96A3',
  '#6B7785',
  '#52606D',
  '#323D49',
  '#111827',
];
const dark: MantineColorsTuple = [
  '#E6EDF3',
  '#C9D3DC',
  '#9DA9B5',
  '#8B98A5',
  '#2A323D',
  '#1B222C',
  '#151B23',
  '#11171E',
  '#0D1117',
  '#090C10',
];

// The portal uses none of these colours, each of which adds thirty-odd variables to write and read before the first paint.
const libraryColors: Partial<typeof DEFAULT_THEME.colors> = DEFAULT_THEME.colors;
for (const color of ['pink', 'grape', 'violet', 'indigo', 'cyan', 'teal', 'lime', 'yellow', 'orange'])
  delete libraryColors[color];

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isAccent = input.color === undefined || input.color === 'accent';
  if (input.variant === 'filled' && isAccent) return { ...colors, color: 'var(--on-accent)' };
  if (input.variant === 'filled' && input.color === 'red') return { ...colors, color: 'var(--surface)' };
  return colors;
};

export function themeOf(accent: Accent) {
  const accentShades = Array.from({ length: 10 }, () => accent.light.color) as unknown as MantineColorsTuple;
  return createTheme({
    primaryColor: 'accent',
    colors: { accent: accentShades, gray, dark },
    fontFamily: `'Inter Variable', Inter, 'Inter before', system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif`,
    black: '#111827',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    radius: { sm: '4px', md: '8px', lg: '8px' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    variantColorResolver,
    components: {
      Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 550, overflow: 'visible' } } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      Modal: {
        defaultProps: {
          centered: true,
          padding: 'lg',
          transitionProps: { duration: 120 },
          removeScrollProps: { removeScrollBar: false },
        },
      },
      Drawer: { defaultProps: { transitionProps: { duration: 120 }, removeScrollProps: { removeScrollBar: false } } },
      Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
      Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
      Tooltip: { defaultProps: { transitionProps: { duration: 100 }, openDelay: 300 } },
    },
  });
}

/** Returns the variables with which the provider overrides the library's own. */
export function variablesOf(accent: Accent): CSSVariablesResolver {
  const both = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-error': 'var(--fault)',
    '--mantine-color-success': 'var(--ok)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border)',
    '--mantine-color-disabled': 'var(--hover)',
    '--mantine-color-disabled-color': 'var(--offline)',
    '--mantine-color-disabled-border': 'var(--border)',
    '--mantine-color-accent-filled': 'var(--accent)',
    '--mantine-color-accent-filled-hover': 'color-mix(in srgb, var(--accent) 88%, var(--text))',
    '--mantine-color-accent-light': 'color-mix(in srgb, var(--accent) 10%, transparent)',
    '--mantine-color-accent-light-hover': 'color-mix(in srgb, var(--accent) 16%, transparent)',
    '--mantine-color-accent-light-color': 'var(--accent)',
    '--mantine-color-accent-outline': 'var(--accent)',
    '--mantine-color-accent-outline-hover': 'color-mix(in srgb, var(--accent) 6%, transparent)',
    '--mantine-color-accent-text': 'var(--accent)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-color-red-filled': 'var(--fault)',
    '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--fault) 88%, var(--text))',
    '--mantine-color-red-text': 'var(--fault)',
    '--mantine-color-red-light-color': 'var(--fault)',
    '--mantine-color-red-light-hover': 'var(--fault-surface)',
    '--mantine-color-gray-text': 'var(--muted)',
    '--mantine-color-gray-light-color': 'var(--muted)',
  };
  const ofScheme = (scheme: 'light' | 'dark') => ({
    '--accent': accent[scheme].color,
    '--on-accent': accent[scheme].on,
  });
  return () => ({
    variables: { '--mantine-shadow-md': 'var(--float-shadow)', '--mantine-shadow-xl': 'var(--float-shadow)' },
    light: { ...both, ...ofScheme('light') },
    dark: { ...both, ...ofScheme('dark') },
  });
}
