export { ApiProblem, type ProblemCode } from './api-problem.ts';
export { createFraudRiskClient, type ClientOptions, type FraudRiskClient } from './client.ts';
export type { components, operations, paths } from './schema.ts';
export { signEvent, type SignedEvent, type SignOptions } from './sign-event.ts';
export type * from './types.ts';
