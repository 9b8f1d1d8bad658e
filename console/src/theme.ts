/** Light or dark, or whatever the system of the person says. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Remembers a theme on this device, and shows it. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme();
}

/** Shows the theme that was chosen: style sheets read it from the root element. */
export function applyTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
