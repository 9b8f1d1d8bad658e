/** What of a keyboard event decides. */
export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
}

/** Keys that may be held down. */
const REPEATABLE = ['j', 'k', 'ArrowDown', 'ArrowUp'];

/** The key of a shortcut that was pressed; what is meant for the browser, or pressed while writing, is none. */
export function readShortcut(event: Pressed, isWriting: boolean): string | undefined {
  const { key, ctrlKey, metaKey, altKey, repeat } = event;
  if (isWriting || ctrlKey || metaKey || altKey) return undefined;
  if (repeat && !REPEATABLE.includes(key)) return undefined;
  return key.length === 1 ? key.toLowerCase() : key;
}
