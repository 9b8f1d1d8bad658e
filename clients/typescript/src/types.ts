import type { components } from './schema.ts';

/** Every named shape of the API, by its name in the OpenAPI document: `Schemas['AssessmentRequest']`. */
export type Schemas = components['schemas'];

export type AssessmentRequest = Schemas['AssessmentRequest'];
export type AssessmentResponse = Schemas['AssessmentResponse'];
export type IngestEvent = Schemas['IngestEvent'];
export type IngestResponse = Schemas['IngestResponse'];
export type LoginRequest = Schemas['LoginRequest'];
export type LoginResponse = Schemas['LoginResponse'];

/** The tokens of a session. The refresh token works once: keep the newest pair, on a server. */
export interface Tokens {
  accessToken: string;
  refreshToken?: string;
}
