/** A reason code as people read it: VELOCITY_BURST is "Velocity burst". */
export function sayReason(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
