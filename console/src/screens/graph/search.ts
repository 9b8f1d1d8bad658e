import type { SearchSchemaInput } from '@tanstack/react-router';

/** What the graph is drawn around: an assessment (as it was then, or its user as of now), or a user. */
export interface GraphSearch {
  assessmentId?: string;
  userId?: string;
}

export function readGraphSearch({ assessmentId, userId }: Record<string, unknown> & SearchSchemaInput): GraphSearch {
  return {
    ...(typeof assessmentId === 'string' && assessmentId && { assessmentId }),
    ...((typeof userId === 'string' || typeof userId === 'number') && userId !== '' && { userId: String(userId) }),
  };
}
