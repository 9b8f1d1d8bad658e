import { useEffect, useState } from 'react';

/** The time in milliseconds since the Unix epoch, rounded down to a whole step: it changes that often, and no oftener. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), Math.min(stepMs, 60_000));
    return () => clearInterval(timer);
  }, [stepMs]);
  return Math.floor(now / stepMs) * stepMs;
}
