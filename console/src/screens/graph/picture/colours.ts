import { useSyncExternalStore } from 'react';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

const VARIABLES = {
  user: '--graph-user',
  indicator: '--graph-indicator',
  place: '--graph-place',
  card: '--graph-card',
  threat: '--graph-threat',
  fraud: '--graph-fraud',
  ground: '--surface',
  text: '--text',
  line: '--line-strong',
  accent: '--accent',
} as const;
export type Colours = Readonly<Record<keyof typeof VARIABLES, Colour>>;

let kept: { theme: string; colours: Colours } | undefined;

/** The colours of the style sheets as the theme has them now. */
export function useColours(): Colours {
  return useSyncExternalStore(subscribeToTheme, () => {
    const theme = readTheme();
    if (kept?.theme !== theme) kept = { theme, colours: readColours() };
    return kept.colours;
  });
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function readTheme(): string {
  return `${document.documentElement.dataset['theme']} ${systemIsDark.matches}`;
}

function subscribeToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  systemIsDark.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    systemIsDark.removeEventListener('change', listener);
  };
}

function readColours(): Colours {
  const entries = Object.entries(VARIABLES).map(([name, variable]) => [name, resolveColour(variable)]);
  return Object.fromEntries(entries) as Colours;
}

/** Variables hold light-dark(): only an element that is coloured with one says what that comes to. */
function resolveColour(variable: string): Colour {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const colour = parseColour(getComputedStyle(probe).color);
  probe.remove();
  return colour;
}

function parseColour(computed: string): Colour {
  const [red = 0, green = 0, blue = 0] = (computed.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** @param share how much of the second, 0 to 1 */
export function mix(first: Colour, second: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) => Math.round(first[index] * (1 - share) + second[index] * share);
  return [part(0), part(1), part(2)];
}

export function toCss([red, green, blue]: Colour): string {
  return `rgb(${red}, ${green}, ${blue})`;
}
