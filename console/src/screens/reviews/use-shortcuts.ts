import { useEffect, useEffectEvent } from 'react';
import { readShortcut } from './shortcuts.ts';

/** What each key does. A command that answers false leaves the key to the browser. */
export type Commands = Readonly<Record<string, (event: KeyboardEvent) => boolean | void>>;

/** Single letters get in the way of speech input: they can be switched off, on this device. */
const SETTING = 'review-shortcuts';

export function areShortcutsOn(): boolean {
  return localStorage.getItem(SETTING) !== 'off';
}

export function switchShortcuts(on: boolean): void {
  localStorage.setItem(SETTING, on ? 'on' : 'off');
}

/** Listens for single keys on the whole page, unless somebody writes or something is open over it. */
export function useShortcuts(commands: Commands): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !areShortcutsOn()) return;
    const key = readShortcut(event, isWritingIn(event.target));
    const command = key === undefined ? undefined : commands[key];
    if (command && command(event) !== false) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isWritingIn(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
