import { endSession, getSession, revokeSession } from './session.ts';

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'visibilitychange'] as const;
const CHECK_MS = 15_000;

/**
 * Ends the session when nobody has touched the page for as long as the service allows: screens that ask again by
 * themselves would keep it alive for ever.
 *
 * @returns how to stop watching
 */
export function watchIdleness(onIdle: () => void): () => void {
  let lastSign = Date.now();
  const note = () => (lastSign = Date.now());
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, note, { passive: true, capture: true });
  const timer = setInterval(() => {
    const session = getSession();
    if (!session || Date.now() - lastSign < session.idleTimeoutSeconds * 1000) return;
    void revokeSession().then(() => {
      endSession();
      onIdle();
    });
  }, CHECK_MS);
  return () => {
    clearInterval(timer);
    for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, note, { capture: true });
  };
}
