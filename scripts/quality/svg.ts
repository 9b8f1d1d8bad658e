import { writeFileSync } from 'node:fs';
import type { ScoredEvent } from './scored-event.ts';
export function writeCurves(file: string, title: string, scored: readonly ScoredEvent[]): void {
  writeFileSync(file, `<svg xmlns="http://www.w3.org/2000/svg"><title>${title} ${scored.length}</title></svg>`);
}
