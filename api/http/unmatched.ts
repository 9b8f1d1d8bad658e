import type { AppContext } from './state.ts';
import { ApiError } from './errors.ts';

interface MatchedLayer {
  methods: string[];
}

/**
 * The last middleware: nothing answered. OPTIONS on a known path says what the path can do; anything else is NOT_FOUND,
 * also a known path with another method.
 */
export function answerUnmatched(context: AppContext): void {
  const matched = (context as AppContext & { matched?: MatchedLayer[] }).matched ?? [];
  const methods = new Set(matched.flatMap((layer) => layer.methods));
  if (methods.size === 0) throw new ApiError('NOT_FOUND');
  context.set('allow', [...methods, 'OPTIONS'].join(', '));
  if (context.method !== 'OPTIONS') throw new ApiError('NOT_FOUND');
  context.status = 204;
}
